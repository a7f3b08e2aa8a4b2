/** Tokens of teams and machines. */
import type { Command } from 'commander';
import type { Token } from '@site/release-model/registry-answers';
import { clientFor } from '../client-for';
import { type ConnectionOptions, pasteable } from '../context';
import { EXIT, Failure } from '../failure';
import { connected, recorded } from '../options';
import { day, days, describeToken, list, named, parts } from '../scopes';
import { confirm, say, table } from '../terminal';
import { noteUnknownParts } from '../unknown-parts';

export function register(program: Command): void {
  const token = program.command('token').description('make, list and revoke tokens of teams and machines');
  recorded(connected(token.command('create').argument('<name>', 'stands beside everything that is done with it')))
    .description('make a token, and show it this once')
    .option('--publish <parts>', 'to publish these, such as shell,mf-marketing or all', parts)
    .option('--promote <parts>', 'to make releases of these live', parts)
    .option('--approve <parts>', 'to approve what others propose for these, and no more', parts)
    .option('--admin <parts>', 'to manage tokens for these', parts)
    .option('--serve', 'for an edge')
    .option('--view', 'only to read what is not live')
    .option('--environment <names>', 'only there; by default wherever your own token is valid', list)
    .option('--expires <days>', 'such as 30d, at most 366d; by default 90d', days)
    .action(createTokenCommand);
  connected(token.command('list')).description('list tokens, never their secrets').action(listTokensCommand);
  recorded(connected(token.command('revoke').argument('<name>')))
    .description('make a token worthless')
    .action(revokeTokenCommand);
}

export interface CreateTokenOptions extends ConnectionOptions {
  /** Parts; `*` for all. */
  publish?: string[];
  promote?: string[];
  approve?: string[];
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
  const client = await clientFor('admin', options);
  const { token, secret } = await client.createToken(request);
  if (options.json) return say(JSON.stringify({ token, secret }));
  say(secret);
  say(`\nIt is shown this once. ${describeToken(token)}`);
  say('Its holder sets RELEASE_TOKEN to it; a pipeline keeps it as a secret.');
  say(`When it is out: ${pasteable(`token revoke ${name}`, options)}`);
  await noteUnknownParts(client, token.parts);
}

/** @throws Failure unless it is one token: something that it may do, and the same parts for all of it. */
function scopeOf({ publish, promote, approve, admin, serve, view }: CreateTokenOptions): { verbs: string[]; parts: string[] } {
  const given = Object.entries({ publish, promote, approve, admin, serve: serve && ['*'] }).filter(([, parts]) => parts) as [
    string,
    string[],
  ][];
  const [first] = given;
  if (!first && view) return { verbs: ['view'], parts: ['*'] };
  if (!first) throw new Failure('Say what it is for: --publish, --promote, --approve, --admin, --serve or --view.', EXIT.usage);
  const keys = new Set(given.map(([, parts]) => [...new Set(parts)].sort().join()));
  if (keys.size > 1) throw new Failure('A token is for the same parts whatever it does. Make one for each.', EXIT.usage);
  return { verbs: given.map(([verb]) => verb), parts: first[1] };
}

export async function listTokensCommand(options: ConnectionOptions): Promise<void> {
  const tokens = await (await clientFor('admin', options)).tokens();
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

export async function revokeTokenCommand(name: string, { reason, ...options }: ConnectionOptions & { reason?: string }): Promise<void> {
  const client = await clientFor('admin', options);
  const tokens = (await client.tokens()).filter((token) => token.name === name && token.state === 'valid');
  if (tokens.length === 0) throw new Failure(`There is no valid token named ${name}.`, EXIT.notFound, 'token-not-found');
  const question = `${tokens.map(describeToken).join('\n')}\nEnd ${tokens.length === 1 ? 'it' : 'them'} for good?`;
  if (!(await confirm(question, options.yes === true))) throw new Failure('Nothing was changed.', EXIT.declined);
  const revoked: Token[] = [];
  for (const { id } of tokens) revoked.push(await client.revokeToken(id, reason));
  if (options.json) return say(JSON.stringify({ tokens: revoked }));
  say(`The token ${name} is revoked.`);
}
