/** Tokens of teams and machines. */
import { releaseNameSchema } from '@site/contracts/release';
import { type Command, InvalidArgumentError } from 'commander';
import type { Token } from '@site/release-model/registry-answers';
import { type ConnectionOptions, pasteable, tokenFor } from '../context';
import { EXIT, Failure } from '../failure';
import { connected } from '../options';
import { createRegistryClient } from '../registry-client';
import { confirm, say, table } from '../terminal';

export function register(program: Command): void {
  connected(program.command('whoami')).description('say whose token is used, and what it allows').action(whoamiCommand);
  const token = program.command('token').description('make, list and revoke tokens of teams and machines');
  connected(token.command('create').argument('<name>', 'stands beside everything that is done with it'))
    .description('make a token, and show it this once')
    .option('--publish <parts>', 'to publish these, such as shell,mf-marketing or all', parts)
    .option('--promote <parts>', 'to make releases of these live', parts)
    .option('--admin <parts>', 'to manage tokens for these', parts)
    .option('--serve', 'for an edge')
    .option('--view', 'only to read what is not live')
    .option('--environment <names>', 'only there; by default wherever your own token is valid', list)
    .option('--expires <days>', 'such as 30d, at most 366d; by default 90d', days)
    .option('--reason <text>', 'why, for the record')
    .action(createTokenCommand);
  connected(token.command('list')).description('list tokens, never their secrets').action(listTokensCommand);
  connected(token.command('revoke').argument('<name>')).description('make a token worthless').action(revokeTokenCommand);
}

export interface CreateTokenOptions extends ConnectionOptions {
  /** Parts; `*` for all. */
  publish?: string[];
  promote?: string[];
  admin?: string[];
  serve?: boolean;
  view?: boolean;
  environment?: string[];
  /** Days. */
  expires?: number;
  reason?: string;
}

/** Makes a token and shows its secret, which nobody can show again. */
export async function createTokenCommand(name: string, options: CreateTokenOptions): Promise<void> {
  const { environment: environments, expires: expiresInDays, reason } = options;
  const request = { name, ...scopeOf(options), environments, expiresInDays, reason };
  const { token, secret } = await (await clientOf('admin', options)).createToken(request);
  if (options.json) return say(JSON.stringify({ token, secret }));
  say(secret);
  say(`\nIt is shown this once. ${describe(token)}`);
  say('Its holder sets RELEASE_TOKEN to it; a pipeline keeps it as a secret.');
  say(`When it is out: ${pasteable(`token revoke ${name}`, options)}`);
}

/** @throws Failure unless it is one token: something that it may do, and the same parts for all of it. */
function scopeOf({ publish, promote, admin, serve, view }: CreateTokenOptions): { verbs: string[]; parts: string[] } {
  const given = Object.entries({ publish, promote, admin, serve: serve && ['*'] }).filter(([, parts]) => parts) as [string, string[]][];
  const [first] = given;
  if (!first && view) return { verbs: ['view'], parts: ['*'] };
  if (!first) throw new Failure('Say what it is for: --publish, --promote, --admin, --serve or --view.', EXIT.usage);
  const keys = new Set(given.map(([, parts]) => [...new Set(parts)].sort().join()));
  if (keys.size > 1) throw new Failure('A token is for the same parts whatever it does. Make one for each.', EXIT.usage);
  return { verbs: given.map(([verb]) => verb), parts: first[1] };
}

export async function listTokensCommand(options: ConnectionOptions): Promise<void> {
  const tokens = await (await clientOf('admin', options)).tokens();
  if (options.json) return say(JSON.stringify({ tokens }));
  const rows = tokens.map((token) => [
    token.name,
    token.state,
    token.verbs.join(' '),
    named(token.parts),
    named(token.environments),
    day(token.expiresAt),
    token.lastUsedOn ?? '-',
    `${token.createdBy}, ${day(token.createdAt)}`,
  ]);
  say(table(['name', '', 'may', 'parts', 'environments', 'until', 'last used', 'made by'], rows));
}

export async function revokeTokenCommand(name: string, options: ConnectionOptions): Promise<void> {
  const client = await clientOf('admin', options);
  const tokens = (await client.tokens()).filter((token) => token.name === name && token.state === 'valid');
  if (tokens.length === 0) throw new Failure(`There is no valid token named ${name}.`, EXIT.notFound, 'token-not-found');
  const question = `${tokens.map(describe).join('\n')}\nEnd ${tokens.length === 1 ? 'it' : 'them'} for good?`;
  if (!(await confirm(question, options.yes === true))) throw new Failure('Nothing was changed.', EXIT.declined);
  const revoked: Token[] = [];
  for (const { id } of tokens) revoked.push(await client.revokeToken(id));
  if (options.json) return say(JSON.stringify({ tokens: revoked }));
  say(`The token ${name} is revoked.`);
}

export async function whoamiCommand(options: ConnectionOptions): Promise<void> {
  const token = await (await clientOf('view', options)).whoami();
  say(options.json ? JSON.stringify(token) : describe(token));
}

const clientOf = async (verb: 'admin' | 'view', options: ConnectionOptions) =>
  createRegistryClient({ ...options, token: await tokenFor(verb, options) });

const named = (names: string[]): string => (names.includes('*') ? 'all' : names.join(' '));
const day = (time: string | null): string => time?.slice(0, 10) ?? '-';

/** `mf-a-ci: publish, promote; parts: mf-a; environments: all; until 2027-01-31.` */
function describe({ name, verbs, parts, environments, expiresAt }: Token): string {
  const until = expiresAt === null ? 'for good' : `until ${day(expiresAt)}`;
  return `${name}: ${verbs.join(', ')}; parts: ${named(parts)}; environments: ${named(environments)}; ${until}.`;
}

const list = (text: string): string[] => text.split(',').map((name) => (name === 'all' ? '*' : name));

function parts(text: string): string[] {
  const names = list(text);
  const wrong = names.find((name) => name !== '*' && !releaseNameSchema.safeParse(name).success);
  if (wrong !== undefined) throw new InvalidArgumentError(`'${wrong}' is not the shell, a remote such as mf-marketing, or all.`);
  return names;
}

/** `30d` or `30`. */
function days(text: string): number {
  const number = Number(/^(\d{1,3})d?$/.exec(text)?.[1]);
  if (!(number >= 1 && number <= 366)) throw new InvalidArgumentError('It is not a number of days from 1d to 366d.');
  return number;
}
