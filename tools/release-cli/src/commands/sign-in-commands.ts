/** Signing in as a person, in the browser. */
import type { Command } from 'commander';
import type { Whoami } from '@site/release-model/registry-answers';
import { clientFor } from '../client-for';
import { type ConnectionOptions, givenToken, pasteable } from '../context';
import { EXIT, Failure } from '../failure';
import { connected, positiveInteger } from '../options';
import { registryAddress } from '../client/transport';
import { createRegistryClient, type RegistryClient } from '../registry-client';
import { day, describeToken, named } from '../scopes';
import { assertCanKeep, forgetSignIn, keepSignIn, readSignIn } from '../sign-in/kept-sign-in';
import { revoke, signIn } from '../sign-in/oauth';
import { openBrowser } from '../sign-in/open-browser';
import { ask, isTerminal, say, sayAside } from '../terminal';

export function register(program: Command): void {
  connected(program.command('login'))
    .description('sign in as yourself, in the browser')
    .option('--no-browser', 'print the address, and open nothing')
    .option('--handle <name>', 'at the first sign-in: the name that stands beside what you do, for good')
    .option('--timeout <seconds>', 'how long to wait for you', positiveInteger, 300)
    .action(loginCommand);
  connected(program.command('logout')).description('end the sign-in, and forget it').action(logoutCommand);
  connected(program.command('whoami')).description('say who you are to the registry, and what you may do').action(whoamiCommand);
}

interface LoginOptions extends ConnectionOptions {
  /** False with `--no-browser`. */
  browser: boolean;
  handle?: string;
  /** Seconds. */
  timeout: number;
}

async function loginCommand(options: LoginOptions): Promise<void> {
  const { registry, json } = options;
  if (options.browser && !isTerminal())
    throw new Failure(
      'Nobody is at this terminal. A program uses RELEASE_TOKEN; --no-browser prints the address to sign in at.',
      EXIT.usage,
    );
  await assertCanKeep();
  const provider = await createRegistryClient({ registry }).signIn();
  const show = (address: string) => {
    if (options.browser) openBrowser(address);
    sayAside(`${options.browser ? 'Sign in in the browser. If none opens' : 'To sign in'}, open:\n${address}`);
  };
  const signedIn = await signIn(provider, { show, timeoutMs: options.timeout * 1000 });
  await keepSignIn(registry, signedIn);
  const client = createRegistryClient({ registry, token: signedIn.accessToken });
  const me = await withHandle(client, await client.whoami(), options);
  if (json) return say(JSON.stringify(me));
  say(`Signed in at ${registryAddress(registry)}.\n${describe(me)}`);
  if (me.handle === null && me.grants.length > 0)
    say(`Before you change anything, choose the name that stands beside it: ${pasteable('login --handle NAME', options)}`);
  if (process.env.RELEASE_TOKEN) say('RELEASE_TOKEN is set, and goes before the sign-in.');
}

/** Whoever was granted something and has none yet chooses one, or is asked for it where somebody can answer. */
async function withHandle(client: RegistryClient, me: Whoami, { handle: given, yes, json }: LoginOptions): Promise<Whoami> {
  if (given !== undefined) return client.chooseHandle(given);
  if (me.handle !== null || me.grants.length === 0 || !isTerminal() || yes || json) return me;
  const handle = await ask('Which name, for good, is to stand beside what you do? Everybody can read it.');
  return handle === '' ? me : client.chooseHandle(handle);
}

async function logoutCommand({ registry, json }: ConnectionOptions): Promise<void> {
  const signedIn = await readSignIn(registry);
  // What cannot be ended is forgotten all the same.
  await forgetSignIn(registry);
  if (signedIn) await revoke(signedIn);
  if (json) return say(JSON.stringify({ wasSignedIn: signedIn !== null }));
  say(signedIn ? `Signed out at ${registryAddress(registry)}.` : `Nobody was signed in at ${registryAddress(registry)}.`);
}

async function whoamiCommand(options: ConnectionOptions): Promise<void> {
  const me = await (await clientFor('view', options)).whoami();
  if (options.json) return say(JSON.stringify(me));
  say(describe(me));
  if (givenToken(options) !== null && (await readSignIn(options.registry)))
    say(`That is the token of ${options.token ? '--token' : 'RELEASE_TOKEN'}, which goes before your sign-in.`);
}

function describe(me: Whoami): string {
  if (me.kind === 'token') return describeToken(me);
  const { name, handle, groups, teams, grants } = me;
  const lines = grants.map(({ role, parts, environments, holder, expiresAt }) => {
    const until = expiresAt === null ? '' : `; until ${day(expiresAt)}`;
    const by = holder.kind === 'person' ? '' : `, by the ${holder.kind} ${holder.name}`;
    return `  ${role}: ${named(parts)}; environments: ${named(environments)}${until}${by}`;
  });
  const memberships = [
    ...(groups.length > 0 ? [`groups: ${groups.join(', ')}`] : []),
    ...(teams.length > 0 ? [`teams: ${teams.join(', ')}`] : []),
  ];
  const isGranted = grants.length > 0;
  const who = handle ?? (isGranted ? 'You have no handle yet' : name);
  const may = isGranted ? lines : ['Nobody has granted you anything here. Ask who manages grants.'];
  return [`${who}${memberships.map((text) => `; ${text}`).join('')}`, ...may].join('\n');
}
