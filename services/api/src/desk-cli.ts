/** The `desk` command: the programme desk in a terminal, over HTTP with the token of a member of staff. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

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
  /** Whether fields (`name=value`) or a file of JSON (`@file`) make the body. */
  hasBody?: boolean;
}

const list = (resource: string, does: string): Command => ({
  usage: resource,
  does,
  method: 'GET',
  path: () => `/desk/${resource}`,
  takes: 0,
});
const add = (resource: string, fields: string): Command => ({
  usage: `${resource} add ${fields}`,
  does: 'adds one',
  method: 'POST',
  path: () => `/desk/${resource}`,
  takes: 0,
  hasBody: true,
});
const save = (resource: string, key: string, fields: string): Command => ({
  usage: `${resource} save <${key}> ${fields}`,
  does: 'changes one',
  method: 'PUT',
  path: ([id = '']) => `/desk/${resource}/${encodeURIComponent(id)}`,
  takes: 1,
  hasBody: true,
});
const remove = (resource: string): Command => ({
  usage: `${resource} remove <id>`,
  does: 'removes one',
  method: 'DELETE',
  path: ([id = '']) => `/desk/${resource}/${encodeURIComponent(id)}`,
  takes: 1,
});

const PLAYBOOK_FIELDS = '@playbook.json';
const OFFER = 'description_2=... vertical=... status=... sponsored=true|false is_meta_demo=true|false';

export const commands: Record<string, Command> = {
  messages: list('messages', 'contact messages, newest first'),
  'messages save': save('messages', 'id', 'status=new|in-progress|answered|closed'),
  'peer-groups': list('peer-groups', 'peer groups and their codes'),
  'peer-groups add': add('peer-groups', 'code=... name=...'),
  'peer-groups save': save('peer-groups', 'code', 'name=... is_open=true|false'),
  members: list('members', 'members by email'),
  'members save': save('members', 'id', 'tessera_rank=0..4 subscription_until=<ISO time>|null'),
  endorse: {
    usage: 'endorse <demo id> endorsements=["...","..."]',
    does: 'sets the endorsements of a player’s demo',
    method: 'PUT',
    path: ([id = '']) => `/desk/player-demos/${encodeURIComponent(id)}/endorsements`,
    takes: 1,
    hasBody: true,
  },
  'demo-kinds': list('demo-kinds', 'demo kinds'),
  'demo-kinds add': add('demo-kinds', 'name=... description=...'),
  'demo-kinds save': save('demo-kinds', 'id', 'name=... description=...'),
  'demo-kinds remove': remove('demo-kinds'),
  'public-demos': list('public-demos', 'demo kinds that are offered publicly'),
  'public-demos save': save('public-demos', 'id', OFFER),
  'public-demos remove': remove('public-demos'),
  playbooks: list('playbooks', 'playbooks with what they need'),
  'playbooks add': add('playbooks', PLAYBOOK_FIELDS),
  'playbooks save': save('playbooks', 'id', PLAYBOOK_FIELDS),
  'playbooks remove': remove('playbooks'),
  projects: list('projects', 'projects'),
  'projects add': add('projects', 'name=... description=... url=...'),
  'projects save': save('projects', 'id', 'name=... description=... url=...'),
  'projects remove': remove('projects'),
  mail: {
    usage: 'mail code=... subject=... text=...|@mail.json',
    does: 'mails the members of a peer group who have notifications on',
    method: 'POST',
    path: () => '/desk/mails',
    takes: 0,
    hasBody: true,
  },
};

export const usage = (): string =>
  [
    'desk <command> [--api <address>] [--json]',
    '',
    'The address of the API comes from --api or DESK_API (default http://localhost:8080/api), the access token of a member of staff',
    'from DESK_TOKEN. A value is text unless it is true, false, null, a whole number or JSON in brackets. @file reads a body of JSON.',
    '',
    ...Object.values(commands).map((command) => `  ${command.usage}\n      ${command.does}`),
  ].join('\n');

/** @returns The exit code: 0 done, 1 refused or not reached, 2 not understood. */
export async function desk(argv: string[], { env, fetch: send, print, fail }: DeskIo): Promise<number> {
  let parsed;
  try {
    parsed = parseArgs({
      args: argv,
      allowPositionals: true,
      options: { api: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
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
  const base = (values.api ?? env.DESK_API ?? 'http://localhost:8080/api').replace(/\/$/, '');
  try {
    const rest = args.slice(command.takes);
    const response = await send(`${base}${command.path(args)}${command.hasBody ? '' : queryOf(rest)}`, {
      method: command.method,
      headers: { authorization: `Bearer ${env.DESK_TOKEN}`, ...(command.hasBody && { 'content-type': 'application/json' }) },
      ...(command.hasBody && { body: await bodyOf(rest) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) {
      fail(values.json ? JSON.stringify(answer) : refusal(answer));
      return 1;
    }
    print(JSON.stringify(answer, null, values.json ? 0 : 2));
    return 0;
  } catch (error) {
    fail(`${base} cannot be asked: ${(error as Error).message}`);
    return 1;
  }
}

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

async function bodyOf(fields: string[]): Promise<string> {
  const file = fields.find((field) => field.startsWith('@'));
  if (file) return readFile(file.slice(1), 'utf8');
  return JSON.stringify(Object.fromEntries(fields.map(pair).map(([name, value]) => [name, valueOf(value)])));
}

function pair(field: string): [string, string] {
  const at = field.indexOf('=');
  return at < 0 ? [field, 'true'] : [field.slice(0, at), field.slice(at + 1)];
}

const valueOf = (text: string): unknown => (/^(true|false|null|-?\d+|[[{].*)$/s.test(text) ? JSON.parse(text) : text);
