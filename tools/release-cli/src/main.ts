/** The `release` command of teams and release managers. */
import { inspect } from 'node:util';
import { describeChange } from '@site/release-model/change-text';
import type { RevisionSummary } from '@site/release-model/revision';
import { Command, CommanderError, Help, InvalidArgumentError } from 'commander';
import * as adoption from './commands/adoption-command';
import * as audit from './commands/audit-command';
import * as bisect from './commands/bisect-command';
import * as change from './commands/change-commands';
import * as check from './commands/check-command';
import * as completion from './commands/completion-command';
import * as dev from './commands/dev-command';
import * as diff from './commands/diff-command';
import * as environment from './commands/environment-commands';
import * as grant from './commands/grant-commands';
import * as gc from './commands/gc-command';
import * as lock from './commands/lock-commands';
import * as newRemote from './commands/new-command';
import * as plan from './commands/plan-commands';
import * as prefixes from './commands/prefixes-command';
import * as preview from './commands/preview-command';
import * as proposal from './commands/proposal-commands';
import { proposalOf } from './commands/proposal-commands';
import * as publish from './commands/publish-command';
import * as read from './commands/read-commands';
import * as rehearse from './commands/rehearse-commands';
import * as replay from './commands/replay-command';
import * as signIn from './commands/sign-in-commands';
import * as team from './commands/team-commands';
import * as schema from './commands/schema-command';
import * as token from './commands/token-commands';
import * as verify from './commands/verify-command';
import * as webhook from './commands/webhook-commands';
import { repeated } from './context';
import { EXAMPLES } from './examples';
import { EXIT, type ExitCode, Failure } from './failure';
import { say, sayAside } from './terminal';

/** In the order of the usage. */
const GROUPS = [
  publish,
  check,
  read,
  adoption,
  diff,
  audit,
  verify,
  preview,
  dev,
  newRemote,
  rehearse,
  replay,
  bisect,
  change,
  plan,
  proposal,
  lock,
  environment,
  prefixes,
  gc,
  completion,
  signIn,
  schema,
  token,
  team,
  grant,
  webhook,
];

/** Runs one command. @returns Its exit code. */
export async function main(args: string[]): Promise<ExitCode> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : showUsage(error, args);
    return showFailure(error, args);
  }
}

export function createProgram(): Command {
  const program = new Command('release')
    .description('Publishes releases of the shell and of remotes, and decides which are live.')
    .exitOverride()
    .configureOutput({ writeErr: (said) => sayAside(said.replace(/\n$/, '')) })
    // Every command has options; saying so beside each would leave too little of the line for what it does.
    .configureHelp({ subcommandTerm: (command) => new Help().subcommandTerm(command).replace(' [options]', '') })
    // What stands behind a command is read by that command, and not by the one above it that has an option of this name.
    .enablePositionalOptions()
    .showHelpAfterError('Run with --help to see the usage.')
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 2 usage, 3 conflict, 4 refused, 5 token, 6 not found,\n7 registry unavailable, 8 build, 9 declined, 10 decided and not yet served by\nevery edge, 1 other.',
    );

  for (const { register } of GROUPS) register(program);
  guardTexts(program);
  for (const [name, examples] of Object.entries(EXAMPLES)) addExamples(program, name, examples);
  return program;
}

/** Visitors would read `--json` where a text was forgotten: what looks like an option is none. */
function guardTexts(command: Command): void {
  for (const option of command.options) if (option.flags.endsWith(' <text>')) option.argParser(text);
  for (const one of command.commands) guardTexts(one);
}

function text(given: string): string {
  if (/^--?[a-z][a-z-]*$/.test(given)) throw new InvalidArgumentError('It is an option: the text is missing before it.');
  return given;
}

function addExamples(program: Command, name: string, examples: readonly string[]): void {
  let command: Command | undefined = program;
  for (const word of name.split(' ')) command = command?.commands.find((one) => one.name() === word);
  command?.addHelpText('after', `\nExamples:\n${examples.map((example) => `  release ${example}`).join('\n')}`);
}

/** What is wrong with the arguments stands on standard error already. Programs get it in JSON as well. */
function showUsage({ code, message }: CommanderError, args: string[]): ExitCode {
  // With this code the help has been shown, because a command was not named.
  const sentence = code === 'commander.help' ? 'A command is missing.' : message.replace(/^error: /, '');
  if (inJson(args)) sayFailure({ message: sentence });
  return EXIT.usage;
}

function showFailure(error: unknown, args: string[]): ExitCode {
  if (!(error instanceof Failure)) {
    sayAside(inspect(error));
    if (inJson(args)) sayFailure({ message: `A defect of this tool: ${String(error)}` });
    return EXIT.unexpected;
  }
  const { message, details, exitCode } = error;
  if (inJson(args)) sayFailure(error);
  // The output of somebody's own build has its colours.
  else if (exitCode === EXIT.build) console.error(message);
  else sayAside([message, ...since(details), ...remedyOf(error, args)].join('\n'));
  return exitCode;
}

/** What to do about it, where that is another command. */
function remedyOf({ code, details }: Failure, args: string[]): string[] {
  if (code === 'approval-needed') return [`Propose it: ${proposalOf(args)}`];
  if (code === 'reason-needed') return [`Go on: ${repeated(args, '--reason', "'why'")}`];
  if (code !== 'just-rolled-back') return [];
  return [`That returned to revision ${Number(details?.restores)}. Elsewhere: --to <number>`, `Further back: ${repeated(args, '--again')}`];
}

/** Whether it was asked for. What stands behind `--` is for another program. */
const inJson = (args: string[]): boolean => args.slice(0, args.includes('--') ? args.indexOf('--') : undefined).includes('--json');

const sayFailure = ({ code, message, details }: Pick<Failure, 'message' | 'code' | 'details'>): void =>
  say(JSON.stringify({ error: { code: code ?? null, message, ...(details && { details }) } }));

/** What others changed in the meantime, where a conflict tells it. */
function since(details: Record<string, unknown> | undefined): string[] {
  const revisions = Array.isArray(details?.since) ? (details.since as RevisionSummary[]) : [];
  return revisions.map(
    ({ number, createdBy, changes }) => `  revision ${number} by ${createdBy}: ${changes.map(describeChange).join(', ')}`,
  );
}
