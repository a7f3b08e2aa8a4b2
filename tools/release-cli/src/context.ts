/** What every command needs: where the registry is, who asks, how to answer. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { USUAL_ENVIRONMENT } from '@site/release-model/command-text';
import type { Token } from './client/transport';
import { EXIT, Failure } from './failure';
import { isLoopback } from './is-loopback';
import { keepSignIn, readSignIn } from './sign-in/kept-sign-in';
import { refreshed, SIGN_IN_ENDED } from './sign-in/oauth';
import { findRoot } from './workspace';

export interface ConnectionOptions {
  json?: boolean;
  yes?: boolean;
  registry: string;
  token?: string;
}

export interface CommonOptions extends ConnectionOptions {
  environment: string;
}

/** Of commands that decide what edges serve. */
export interface WaitOptions {
  /** False with `--no-wait`. */
  wait: boolean;
  /** Seconds to wait for the edges. */
  timeout: number;
}

/** Of commands that change what is live. */
export interface ChangeOptions extends CommonOptions, WaitOptions {
  reason?: string;
  dryRun?: boolean;
  /** Breaks a freeze. */
  force?: boolean;
  /** Asks others to approve it, in place of carrying it out. */
  propose?: boolean;
}

const USUAL_REGISTRY = 'http://localhost:8080/registry';

/** Of the site that `npm start` runs with the same environment, unless one is named. */
export const defaultRegistry = (): string =>
  process.env.RELEASE_REGISTRY || (process.env.PORT ? `http://localhost:${process.env.PORT}/registry` : USUAL_REGISTRY);

/** A command of this tool to be pasted, here or in another terminal: with the registry and the data folder where they are not the usual ones. */
export function pasteable(command: string, { registry }: Pick<ConnectionOptions, 'registry'>): string {
  const dataDir = process.env.DATA_DIR;
  const variables = [
    ...(registry === USUAL_REGISTRY ? [] : [`RELEASE_REGISTRY=${quoted(registry)} `]),
    ...(dataDir ? [`DATA_DIR=${quoted(dataDir)} `] : []),
  ];
  return `${variables.join('')}npx release ${command}`;
}

/** The same, about an environment: in another one than the usual it would do something else. */
export const pasteableIn = (command: string, options: Pick<CommonOptions, 'registry' | 'environment'>): string =>
  pasteable(options.environment === USUAL_ENVIRONMENT ? command : `${command} --environment ${quoted(options.environment)}`, options);

/** The command with these arguments once more, with others behind them as they stand. It names no token. */
export function repeated(args: readonly string[], ...more: string[]): string {
  const kept = args.filter((arg, index) => arg !== '--token' && args[index - 1] !== '--token' && !arg.startsWith('--token='));
  return pasteable([...kept.map(quoted), ...more].join(' '), { registry: defaultRegistry() });
}

export const quoted = (value: string): string => (/^[\w./:@-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`);

/** What a command needs a token for, and which of the files of the local site has it. Every token allows to view. */
const VERBS = {
  publish: { does: 'publish', file: 'publish.token' },
  promote: { does: 'promote', file: 'promote.token' },
  admin: { does: 'manage tokens', file: 'admin.token' },
  view: { does: 'ask', file: 'publish.token' },
} as const;

export type Verb = keyof typeof VERBS;

/**
 * The token for a verb: the option, else `RELEASE_TOKEN`, else that of `release login`, else the file that the local site keeps in its data
 * folder.
 * @throws Failure if there is none.
 */
export async function tokenFor(verb: Verb, options: ConnectionOptions): Promise<Token> {
  const token = await findToken(verb, options);
  if (token !== null) return token;
  const start = isLocal(options) ? `, or start the local site, which keeps one in ${await fileOf(verb)}` : '';
  throw new Failure(
    `No token to ${VERBS[verb].does} with. Sign in with npx release login, give --token or RELEASE_TOKEN${start}.`,
    EXIT.unauthorized,
  );
}

/** The same, or null. The token of the local site is told to no other registry, and that of a sign-in to the one that it is for. */
export async function findToken(verb: Verb, options: ConnectionOptions): Promise<Token | null> {
  const explicit = givenToken(options);
  if (explicit !== null) return explicit;
  const signedIn = await signedInToken(options);
  if (signedIn !== null || !isLocal(options)) return signedIn;
  return (await readFile(await fileOf(verb), 'utf8').catch(() => '')).trim() || null;
}

const isLocal = ({ registry }: ConnectionOptions): boolean => isLoopback(registry);

/** That of the option or of `RELEASE_TOKEN`, which go before whatever is kept. */
export const givenToken = ({ token }: ConnectionOptions): string | null => token || process.env.RELEASE_TOKEN || null;

/** That of whoever has signed in at this registry, asked for anew at each request. @throws Failure if the sign-in has ended already. */
async function signedInToken({ registry }: ConnectionOptions): Promise<Token | null> {
  if (!(await readSignIn(registry))) return null;
  let last: Promise<unknown> = Promise.resolve();
  // One after the other: a refresh token serves once.
  const ask = (): Promise<string> => {
    const token = last.then(() => accessToken(registry));
    last = token.catch(() => undefined);
    return token;
  };
  await ask();
  return ask;
}

/** The access token of a sign-in, replaced if it was about to end. @throws Failure if it cannot be. */
async function accessToken(registry: string): Promise<string> {
  const before = await readSignIn(registry);
  if (!before) throw new Failure(SIGN_IN_ENDED, EXIT.unauthorized);
  const signedIn = await refreshed(before);
  if (signedIn !== before) await keepSignIn(registry, signedIn);
  return signedIn.accessToken;
}

async function fileOf(verb: Verb): Promise<string> {
  const cwd = process.cwd();
  const dataDir = resolve((await findRoot(cwd)) ?? cwd, process.env.DATA_DIR || '.data');
  return join(dataDir, 'tokens', VERBS[verb].file);
}
