/** The command line of the operator: what may be asked, and how it is written. */
import { parseArgs } from 'node:util';
import { STAFF_GROUP } from '@site/contracts/api/desk';
import { emailSchema, lineSchema, phoneSchema } from '@site/contracts/api/text';
import { RELEASE_MANAGER_GROUP, releaseNameSchema } from '@site/contracts/release';
import { tokenNameSchema } from '@site/registry/tokens/token.schema';
import * as z from 'zod';

/** The command cannot be understood: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const GROUPS = [STAFF_GROUP, RELEASE_MANAGER_GROUP] as const;

const email = emailSchema;
const group = z.enum(GROUPS, `A group is one of ${GROUPS.join(', ')}`);
const commaSeparated = z.string().transform((text) => text.split(','));
const days = z.coerce
  .number('--days is a number')
  .int('--days is a whole number')
  .min(1, '--days is 1 to 365')
  .max(365, '--days is 1 to 365');
const last = z.coerce
  .number('--last is a number')
  .int('--last is a whole number')
  .min(1, '--last is 1 to 1000')
  .max(1000, '--last is 1 to 1000');
const remotes = commaSeparated.pipe(z.array(releaseNameSchema));

/** By name: arguments and options in the order of the usage, and what the command does. */
const COMMANDS = {
  'prepare-database': {
    fields: {},
    does: 'makes the tables of all roles and gives each role its rights on them; with the address of the owner, before another version starts',
  },
  people: { fields: {}, does: 'who is in the groups' },
  invite: {
    fields: {
      email,
      '--name': lineSchema('Give --name'),
      '--phone': phoneSchema,
      '--groups': commaSeparated.pipe(z.array(group)).optional(),
    },
    does: 'makes an account, in groups if told so; its owner gets a mail with a temporary password',
  },
  add: { fields: { email, group }, does: 'adds a person to a group' },
  remove: {
    fields: { email, group },
    does: `takes a person out; who leaves ${RELEASE_MANAGER_GROUP} loses the token, and the sign-in at the registry, too`,
  },
  disable: { fields: { email }, does: 'ends all sessions and the token of a person, and refuses new ones' },
  enable: { fields: { email }, does: 'lets a person sign in again' },
  'sign-out-everybody': { fields: {}, does: 'ends every sign-in of everybody, where something is out that all depend on' },
  'reset-second-factor': { fields: { email }, does: 'removes the second factor of somebody who lost it' },
  security: {
    fields: { '--of': z.optional(email), '--last': last.default(50) },
    does: 'what happened to accounts, latest first: sign-ins, failures, changes; by whom and from which network',
  },
  reseal: { fields: {}, does: 'seals what the identity provider keeps with IDENTITY_SECRET, so that an earlier one can go' },
  name: {
    fields: { email, handle: tokenNameSchema },
    does: 'gives a person the name that stands beside what they release, for good; teams and grants know them by it',
  },
  tokens: { fields: {}, does: 'which tokens are valid, for what, and who holds them' },
  'issue-token': {
    fields: { email, '--as': tokenNameSchema, '--remotes': remotes.optional(), '--days': days.default(90) },
    does: 'gives a release manager a token to promote with, in place of an earlier one; --as is the name that the history shows',
  },
  'revoke-token': { fields: { name: tokenNameSchema }, does: 'makes a token worthless' },
} as const;

type Commands = typeof COMMANDS;
type Name = keyof Commands;
type Values<N extends Name> = { [F in keyof Commands[N]['fields']]: z.output<Commands[N]['fields'][F] & z.core.$ZodType> };
export type Command = { [N in Name]: { name: N; values: Values<N> } }[Name];

const HINTS: Record<string, string> = {
  '--name': '"<full name>"',
  '--phone': '<number>',
  '--groups': '<group,...>',
  '--as': '<name>',
  '--remotes': '<shell,mf-...>',
  '--days': '<number>',
  '--of': '<email>',
  '--last': '<number>',
};

const isOption = (field: string) => field.startsWith('--');
const fieldsOf = (name: Name) => Object.entries(COMMANDS[name].fields) as [string, z.core.$ZodType][];

function usageOf(name: Name): string {
  const words = fieldsOf(name).map(([field, schema]) => {
    const word = isOption(field) ? `${field} ${HINTS[field] ?? ''}` : `<${field}>`;
    return z.safeParse(schema, undefined).success ? `[${word}]` : word;
  });
  return [name, ...words].join(' ');
}

/** How a command begins from a checkout, as the runbooks write it. */
export const FROM_CHECKOUT = 'npm run operator --';

const writeItAs = (name: Name) => `Write it as: ${FROM_CHECKOUT} ${usageOf(name)}`;

export const usage = (): string =>
  [
    `${FROM_CHECKOUT} <command>     for those who run the site, beside it and with its settings`,
    '',
    ...(Object.keys(COMMANDS) as Name[]).map((name) => `  ${usageOf(name)}\n      ${COMMANDS[name].does}`),
    '',
    `An <email> is the address of an account, a <group> one of ${GROUPS.join(', ')}. Tokens last 90 days and cover all remotes, unless told`,
    'otherwise. Exit codes: 0 done, 1 refused or not possible now, 2 not understood.',
  ].join('\n');

/** @throws UsageError */
export function parseCommand(argv: string[]): Command {
  const [name, ...rest] = argv;
  if (name === undefined || !Object.hasOwn(COMMANDS, name))
    throw new UsageError(name === undefined ? usage() : `'${name}' is no command. See: ${FROM_CHECKOUT} --help`);
  return { name, values: parseValues(name as Name, rest) } as Command;
}

function parseValues(name: Name, argv: string[]): Record<string, unknown> {
  const fields = fieldsOf(name);
  const { positionals, values } = split(
    argv,
    fields.map(([field]) => field),
    name,
  );
  const places = fields.filter(([field]) => !isOption(field));
  if (positionals.length > places.length) throw new UsageError(writeItAs(name));
  return Object.fromEntries(
    fields.map(([field, schema]) => {
      const given = isOption(field) ? values[field.slice(2)] : positionals[places.findIndex(([place]) => place === field)];
      const result = z.safeParse(schema, given);
      if (result.success) return [field, result.data];
      if (given === undefined) throw new UsageError(writeItAs(name));
      throw new UsageError(`${result.error.issues[0]?.message ?? 'It cannot be used'}: ${field}. ${writeItAs(name)}`);
    }),
  );
}

function split(args: string[], fields: string[], name: Name) {
  const options = Object.fromEntries(fields.filter(isOption).map((field) => [field.slice(2), { type: 'string' as const }]));
  // Strict, it would explain what it does not understand with advice of its own.
  const { tokens, ...given } = parseArgs({ args, allowPositionals: true, options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (!Object.hasOwn(options, token.name)) throw new UsageError(`${token.rawName} is no option. ${writeItAs(name)}`);
    if (token.value === undefined || (!token.inlineValue && token.value.startsWith('-')))
      throw new UsageError(`${token.rawName} has no value. ${writeItAs(name)}`);
  }
  return given;
}
