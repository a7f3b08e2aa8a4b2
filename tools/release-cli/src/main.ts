/** The `release` command of teams and release managers. */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { listCommand, historyCommand, statusCommand } from './commands/read-commands';
import { promoteCommand } from './commands/promote-command';
import { publishCommand } from './commands/publish-command';
import { rollbackCommand } from './commands/rollback-command';
import { defaultRegistry } from './context';
import { EXIT, type ExitCode, Failure } from './failure';
import { say } from './terminal';
import { describeDifference, type Difference } from './version-differences';

/** Runs one command. @returns Its exit code. */
export async function main(args: string[]): Promise<ExitCode> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    return showFailure(error, args.includes('--json'));
  }
}

function createProgram(): Command {
  const program = new Command('release')
    .description('Publishes releases of the shell and of remotes, and decides which are live.')
    .exitOverride()
    .showHelpAfterError('Run with --help to see the usage.')
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 2 usage, 3 conflict, 4 refused, 5 token, 6 not found, 7 registry unavailable, 8 build, 9 declined, 1 other.',
    );

  common(program.command('publish').argument('[packages...]', 'names of packages; the current one if none is given'))
    .description('build packages and publish them as immutable releases')
    .option('--version <version>', 'publish as this version, whatever package.json says')
    .option('--no-bump', 'fail if the version of package.json is taken, instead of choosing the next one (always so in CI)')
    .action(publishCommand);
  common(program.command('list').argument('[name]', 'a remote, or the shell'))
    .description('list remotes, or the releases of one')
    .action(listCommand);
  common(program.command('status')).description('show what is live').action(statusCommand);
  common(program.command('promote').argument('<releases...>', 'name@version'))
    .description('make releases live')
    .option('--reason <text>', 'why, for the record')
    .action(promoteCommand);
  common(program.command('rollback'))
    .description('return to an earlier revision')
    .option('--to <number>', 'revision to return to; without it, further back with each rollback', positiveInteger)
    .option('--reason <text>', 'why, for the record')
    .action(rollbackCommand);
  common(program.command('history'))
    .description('show the revisions and what each of them changed')
    .option('--limit <number>', 'how many', positiveInteger, 20)
    .action(historyCommand);
  return program;
}

const common = (command: Command): Command =>
  command
    .option('--json', 'answer in JSON')
    .option('-y, --yes', 'do not ask')
    .option('--registry <url>', 'address of the registry, or RELEASE_REGISTRY', defaultRegistry())
    .option('--token <token>', 'token, or RELEASE_TOKEN, or the one that the local site keeps');

function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It is not a positive number.');
  return Number(text);
}

function showFailure(error: unknown, json: boolean): ExitCode {
  if (!(error instanceof Failure)) {
    console.error(error);
    return EXIT.unexpected;
  }
  const { message, code, details, exitCode } = error;
  if (json) say(JSON.stringify({ error: { code: code ?? null, message, ...(details && { details }) } }));
  else console.error([message, ...since(details)].join('\n'));
  return exitCode;
}

/** What others changed in the meantime, where a conflict tells it. */
function since(details: Record<string, unknown> | undefined): string[] {
  const revisions = Array.isArray(details?.since) ? (details.since as { number: number; createdBy: string; changes: Difference[] }[]) : [];
  return revisions.map(
    ({ number, createdBy, changes }) => `  revision ${number} by ${createdBy}: ${changes.map(describeDifference).join(', ')}`,
  );
}
