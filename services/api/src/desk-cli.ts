/** The `desk` command: the programme desk in a terminal, over HTTP with the token of a member of staff. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
  demoKindInputSchema,
  groupMailSchema,
  messageAnswerSchema,
  messageUpdateSchema,
  peerGroupCreationSchema,
  peerGroupUpdateSchema,
  playbookInputSchema,
  projectInputSchema,
  publicDemoInputSchema,
} from '@site/contracts/api/desk';
import { accountGroupsSchema, endorsementsSchema, memberUpdateSchema } from '@site/contracts/api/desk-members';
import { printable } from '@site/platform/printable';
import * as z from 'zod/mini';

export interface DeskIo {
  env: Record<string, string | undefined>;
  fetch: typeof fetch;
  print: (text: string) => void;
  fail: (text: string) => void;
}

interface Command {
  usage: string;
  does: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: (args: string[]) => string;
  /** Number of arguments before the fields. */
  takes: number;
  /** What fields (`name=value`) or a file of JSON (`@file`) make, if it has a body. */
  body?: z.ZodMiniObject;
  /** Whether it writes what exists, which takes the version that was seen. */
  needsVersion?: boolean;
  /** Whether the same content does nothing the second time. */
  isOnce?: boolean;
}

const list = (resource: string, does: string): Command => ({
  usage: resource,
  does,
  method: 'GET',
  path: () => `/desk/${resource}`,
  takes: 0,
});
const add = (resource: string, body: z.ZodMiniObject, fields: string): Command => ({
  usage: `${resource} add ${fields}`,
  does: 'adds one',
  method: 'POST',
  path: () => `/desk/${resource}`,
  takes: 0,
  body,
});
const save = (resource: string, body: z.ZodMiniObject, key: string, fields: string): Command => ({
  usage: `${resource} save <${key}> ${fields}`,
  does: 'changes one',
  method: 'PUT',
  path: ([id = '']) => `/desk/${resource}/${encodeURIComponent(id)}`,
  takes: 1,
  body,
  needsVersion: true,
});
const remove = (resource: string): Command => ({
  usage: `${resource} remove <id>`,
  does: 'removes one',
  method: 'DELETE',
  path: ([id = '']) => `/desk/${resource}/${encodeURIComponent(id)}`,
  takes: 1,
  needsVersion: true,
});

const PLAYBOOK_FIELDS = '@playbook.json';
const OFFER = 'description_2=... vertical=... status=... sponsored=true|false is_meta_demo=true|false';

export const commands: Record<string, Command> = {
  messages: list('messages', 'contact messages, newest first'),
  'messages save': save('messages', messageUpdateSchema, 'id', 'status=new|in-progress|answered|closed [assigned=true|false]'),
  'messages answer': {
    usage: 'messages answer <id> text=...|@answer.json',
    does: 'answers by mail',
    method: 'POST',
    path: ([id = '']) => `/desk/messages/${encodeURIComponent(id)}/answers`,
    takes: 1,
    body: messageAnswerSchema,
    needsVersion: true,
  },
  signups: list('signups', 'sign-ups that wait for their account or for their person'),
  erasures: list('erasures', 'accounts that their owners want erased'),
  events: list('events', 'what the desk wrote, newest first'),
  'peer-groups': list('peer-groups', 'peer groups by code, fifty at a time'),
  'peer-group-names': list('peer-group-names', 'names and codes of peer groups'),
  'peer-groups add': add('peer-groups', peerGroupCreationSchema, 'code=... name=...'),
  'peer-groups save': save('peer-groups', peerGroupUpdateSchema, 'code', 'name=... is_open=true|false'),
  members: list('members', 'members by email, or with order=rank by rank'),
  member: {
    usage: 'member <id>',
    does: 'one member, with goals and what the member may see',
    method: 'GET',
    path: ([id = '']) => `/desk/members/${encodeURIComponent(id)}`,
    takes: 1,
  },
  account: {
    usage: 'account <id>',
    does: 'whether the account of a member is enabled, and its groups',
    method: 'GET',
    path: ([id = '']) => `/desk/accounts/${encodeURIComponent(id)}`,
    takes: 1,
  },
  'account do': {
    usage: 'account do <id> disable|enable|reset-second-factor|invite',
    does: 'changes an account',
    method: 'POST',
    path: ([id = '', act = '']) => `/desk/accounts/${encodeURIComponent(id)}/${encodeURIComponent(act)}`,
    takes: 2,
    needsVersion: true,
  },
  'account groups': {
    usage: 'account groups <id> groups=["...","..."]',
    does: 'puts an account into these groups and no others',
    method: 'PUT',
    path: ([id = '']) => `/desk/accounts/${encodeURIComponent(id)}/groups`,
    takes: 1,
    body: accountGroupsSchema,
    needsVersion: true,
  },
  'members save': save('members', memberUpdateSchema, 'id', 'tessera_rank=0..4 subscription_until=<ISO time>|null [code=...|null]'),
  endorse: {
    usage: 'endorse <demo id> endorsements=["...","..."]',
    does: 'sets the endorsements of a player’s demo',
    method: 'PUT',
    path: ([id = '']) => `/desk/player-demos/${encodeURIComponent(id)}/endorsements`,
    takes: 1,
    body: endorsementsSchema,
    needsVersion: true,
  },
  'demo-kinds': list('demo-kinds', 'demo kinds'),
  'demo-kinds add': add('demo-kinds', demoKindInputSchema, 'name=... description=...'),
  'demo-kinds save': save('demo-kinds', demoKindInputSchema, 'id', 'name=... description=...'),
  'demo-kinds remove': remove('demo-kinds'),
  'public-demos': list('public-demos', 'demo kinds that are offered publicly'),
  'public-demos save': save('public-demos', publicDemoInputSchema, 'id', OFFER),
  'public-demos remove': remove('public-demos'),
  playbooks: list('playbooks', 'playbooks with what they need'),
  'playbooks add': add('playbooks', playbookInputSchema, PLAYBOOK_FIELDS),
  'playbooks save': save('playbooks', playbookInputSchema, 'id', PLAYBOOK_FIELDS),
  'playbooks remove': remove('playbooks'),
  projects: list('projects', 'projects'),
  'projects add': add('projects', projectInputSchema, 'name=... description=... url=...'),
  'projects save': save('projects', projectInputSchema, 'id', 'name=... description=... url=...'),
  'projects remove': remove('projects'),
  'mail preview': {
    usage: 'mail preview code=... subject=... text=...|@mail.json',
    does: 'tells how many a mail would reach, and what they would read',
    method: 'POST',
    path: () => '/desk/mails/preview',
    takes: 0,
    body: groupMailSchema,
  },
  mail: {
    usage: 'mail code=... subject=... text=...|@mail.json',
    does: 'mails the members of a peer group who have notifications on; the same mail, sent again within a day, goes out once',
    isOnce: true,
    method: 'POST',
    path: () => '/desk/mails',
    takes: 0,
    body: groupMailSchema,
  },
};

export const usage = (): string =>
  [
    'desk <command> [--api <address>] [--json]',
    '',
    'The address of the API comes from --api or DESK_API (default http://localhost:8080/api), the access token of a member of staff',
    'from DESK_TOKEN. A value is text, and JSON where the field takes true, false, null, a number or a list. @file reads a body of JSON.',
    '--if-version names the version that you have seen, as the commands that read answer it. What somebody else has changed since is not overwritten.',
    '',
    ...Object.values(commands).map(
      ({ usage, needsVersion, does }) => `  ${usage}${needsVersion ? ' --if-version <version>' : ''}\n      ${does}`,
    ),
  ].join('\n');

/** @returns The exit code: 0 done, 1 refused or not reached, 2 not understood. */
export async function desk(argv: string[], { env, fetch: send, ...terminal }: DeskIo): Promise<number> {
  const print = (text: string) => terminal.print(printableLines(text));
  const fail = (text: string) => terminal.fail(printableLines(text));
  let parsed;
  try {
    parsed = parseArgs({
      args: argv,
      allowPositionals: true,
      options: { api: { type: 'string' }, json: { type: 'boolean' }, 'if-version': { type: 'string' }, help: { type: 'boolean' } },
    });
  } catch (error) {
    fail((error as Error).message);
    return 2;
  }
  const { positionals, values } = parsed;
  const found = findCommand(positionals);
  if (values.help || !found || found.args.length < found.command.takes) {
    (values.help ? print : fail)(usage());
    return values.help ? 0 : 2;
  }
  if (!env.DESK_TOKEN) {
    fail('DESK_TOKEN is not set: it must hold the access token of a member of staff.');
    return 2;
  }
  const { command, args } = found;
  const version = values['if-version'];
  if (command.needsVersion && version === undefined) {
    fail(`Say with --if-version which version you have seen: desk ${command.usage}`);
    return 2;
  }
  const base = (values.api ?? env.DESK_API ?? 'http://localhost:8080/api').replace(/\/$/, '');
  const rest = args.slice(command.takes);
  let body;
  try {
    body = command.body && (await bodyOf(command.body, rest));
  } catch (error) {
    fail((error as Error).message);
    return 2;
  }
  try {
    const response = await send(`${base}${command.path(args)}${command.method === 'GET' ? queryOf(rest) : ''}`, {
      method: command.method,
      headers: {
        authorization: `Bearer ${env.DESK_TOKEN}`,
        ...(version !== undefined && { 'if-match': `"${version}"` }),
        ...(command.isOnce && body !== undefined && { 'idempotency-key': createHash('sha256').update(body).digest('hex') }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) {
      fail(values.json ? JSON.stringify(answer) : refusal(answer));
      return answer.code === 'invalid-request' ? 2 : 1;
    }
    print(JSON.stringify(answer, null, values.json ? 0 : 2));
    return 0;
  } catch (error) {
    fail(`${base} cannot be asked: ${(error as Error).message}`);
    return 1;
  }
}

/** What strangers wrote is among it. As JSON it stays the same. */
const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

function findCommand(positionals: string[]) {
  const two = commands[positionals.slice(0, 2).join(' ')];
  if (two && positionals.length > 1) return { command: two, args: positionals.slice(2) };
  const one = commands[positionals[0] ?? ''];
  return one && { command: one, args: positionals.slice(1) };
}

function refusal({ error, details }: Record<string, unknown>): string {
  const issues = (details as { issues?: { path: string; message: string }[] } | undefined)?.issues ?? [];
  return [String(error), ...issues.map(({ path, message }) => `  ${path.replace(/^\//, '')}: ${message}`)].join('\n');
}

function queryOf(fields: string[]): string {
  const query = new URLSearchParams(fields.map(pair));
  return query.size > 0 ? `?${query.toString()}` : '';
}

/** @throws Error if the file cannot be read. */
async function bodyOf({ shape }: z.ZodMiniObject, fields: string[]): Promise<string> {
  const file = fields.find((field) => field.startsWith('@'))?.slice(1);
  if (file)
    return readFile(file, 'utf8').catch(({ message }: Error) => {
      throw new Error(`${file} cannot be read: ${message}`);
    });
  return JSON.stringify(Object.fromEntries(fields.map(pair).map(([name, value]) => [name, valueOf(shape[name], value)])));
}

function pair(field: string): [string, string] {
  const at = field.indexOf('=');
  return at < 0 ? [field, 'true'] : [field.slice(0, at), field.slice(at + 1)];
}

/** The JSON that was typed, unless the field takes the text and not that. */
function valueOf(field: z.core.$ZodType | undefined, text: string): unknown {
  const value = /^(true|false|null|-?\d|[[{])/.test(text) ? jsonOr(text) : text;
  return field && (hasTypeOf(field, value) || !hasTypeOf(field, text)) ? value : text;
}

/** Whether it is of the type that the field takes, whatever else the field asks of it. */
const hasTypeOf = (field: z.core.$ZodType, value: unknown): boolean =>
  !z.safeParse(field, value).error?.issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0);

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
