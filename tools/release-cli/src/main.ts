/** The `release` command of teams and release managers. */
import { openTabsSchema } from '@site/contracts/composition';
import { releaseNameSchema } from '@site/contracts/release';
import type { RevisionSummary } from '@site/release-model/revision';
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import {
  abortCommand,
  disableCommand,
  enableCommand,
  epochCommand,
  policyCommand,
  promoteCommand,
  retireCommand,
  rollbackCommand,
  yankCommand,
} from './commands/change-commands';
import { adoptionCommand } from './commands/adoption-command';
import { lockCommand, unlockCommand } from './commands/lock-commands';
import { previewCommand } from './commands/preview-command';
import { publishCommand } from './commands/publish-command';
import { historyCommand, listCommand, showCommand, statusCommand } from './commands/read-commands';
import { auditCommand } from './commands/audit-command';
import { verifyCommand } from './commands/verify-command';
import { completionScript, type CompletionShell, SHELLS } from './completion';
import { createTokenCommand, listTokensCommand, revokeTokenCommand, whoamiCommand } from './commands/token-commands';
import { defaultRegistry } from './context';
import { EXIT, type ExitCode, Failure } from './failure';
import { describeChange } from './releases';
import { say } from './terminal';

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

export function createProgram(): Command {
  const program = new Command('release')
    .description('Publishes releases of the shell and of remotes, and decides which are live.')
    .exitOverride()
    .showHelpAfterError('Run with --help to see the usage.')
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 2 usage, 3 conflict, 4 refused, 5 token, 6 not found, 7 registry unavailable, 8 build, 9 declined,\n10 decided and not yet served by every edge, 1 other.',
    );

  common(program.command('publish').argument('[packages...]', 'names of packages; the current one if none is given'))
    .description('build packages and publish them as immutable releases')
    .option('--version <version>', 'publish as this version, whatever package.json says')
    .option('--no-bump', 'fail if the version of package.json is taken, instead of choosing the next one (always so in CI)')
    .action(publishCommand);
  common(program.command('list').argument('[name]', 'a remote, or the shell'))
    .description('list remotes, or the releases of one')
    .action(listCommand);
  common(program.command('show').argument('<release>', 'name@version')).description('show one release').action(showCommand);
  common(program.command('preview').argument('<releases...>', 'name@version'))
    .description('make a link that shows releases which are not live to whoever has it')
    .option('--expires <time>', 'for how long, such as 12h or 7d, at most 14d', hours, 168)
    .option('--to <path>', 'the page that it leads to')
    .action(previewCommand);
  common(program.command('status')).description('show what is live, which edges serve it, and how often it fails').action(statusCommand);
  common(program.command('adoption').argument('[part]', 'a remote, or the shell; all if none is given'))
    .description('show which releases visitors have, and how fast the last promotion reached them')
    .option('--hours <number>', 'of how many hours, at most 720; up to 6 are told by the minute', positiveInteger, 24)
    .action(adoptionCommand);
  common(program.command('audit'))
    .description('show who did what, and what was refused')
    .option('--limit <number>', 'how many', positiveInteger, 50)
    .action(auditCommand);
  common(program.command('verify'))
    .description('check that the site serves what was published: signature, releases, and every file')
    .option('--keys <file>', 'public keys (PEM) to trust; by default those of the local site')
    .action(verifyCommand);
  common(program.command('history'))
    .description('show the revisions and what each of them changed')
    .option('--limit <number>', 'how many', positiveInteger, 20)
    .action(historyCommand);

  changing(program.command('promote').argument('<releases...>', 'name@version'))
    .description('make releases live')
    .option('--canary <share>', 'for a share of the visitors, such as 5%; again with another share to raise it', basisPoints)
    .option('--fixes', 'what is live now is bad: nothing falls back to it')
    .action(promoteCommand);
  changing(program.command('abort').argument('<parts...>', 'names')).description('take candidates back').action(abortCommand);
  changing(program.command('rollback'))
    .description('return to an earlier revision')
    .option('--to <number>', 'revision to return to; without it, further back with each rollback', positiveInteger)
    .option('--again', 'even if somebody else has just rolled back')
    .action(rollbackCommand);
  changing(program.command('disable').argument('<parts...>', 'names'))
    .description('switch parts off')
    .requiredOption('--message <text>', 'what visitors read in their place')
    .action(disableCommand);
  changing(program.command('enable').argument('<parts...>', 'names')).description('switch parts on again').action(enableCommand);
  changing(program.command('retire').argument('<parts...>', 'names of remotes'))
    .description('take remotes off the site')
    .action(retireCommand);
  changing(program.command('yank').argument('<release>', 'name@version'))
    .description('keep a release from becoming live, or a fallback, any more')
    .action(yankCommand);
  changing(program.command('policy'))
    .description('say when open pages take over what is newer')
    .addOption(
      new Option('--open-tabs <when>', 'on their next load, on their next navigation, or with a notice')
        .choices(openTabsSchema.options)
        .makeOptionMandatory(),
    )
    .action(policyCommand);
  changing(program.command('epoch'))
    .description('after the registry was restored from a backup: edges follow it again')
    .action(epochCommand);
  common(program.command('lock'))
    .description('keep everybody from promoting')
    .requiredOption('--reason <text>', 'why, for those who want to')
    .action(lockCommand);
  common(program.command('unlock')).description('let them again').action(unlockCommand);
  program
    .command('completion')
    .description('print a script that completes commands and options')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText('after', '\nbash, zsh:  eval "$(release completion bash)"\nfish:       release completion fish | source')
    .action((shell: CompletionShell) => say(completionScript(shell, program).trimEnd()));
  addTokenCommands(program);
  return program;
}

function addTokenCommands(program: Command): void {
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

const connected = (command: Command): Command =>
  command
    .option('--json', 'answer in JSON')
    .option('-y, --yes', 'do not ask')
    .option('--registry <url>', 'address of the registry, or RELEASE_REGISTRY', defaultRegistry())
    .option('--token <token>', 'token, or RELEASE_TOKEN, or the one that the local site keeps');

const common = (command: Command): Command => connected(command).option('--environment <name>', 'which one', 'production');

const changing = (command: Command): Command =>
  common(command)
    .option('--reason <text>', 'why, for the record')
    .option('--dry-run', 'say what it would change, and change nothing')
    .option('--no-wait', 'do not wait until edges serve it')
    .option('--timeout <seconds>', 'how long to wait for them', positiveInteger, 30);

/** `5%`, `0.5%` or `5` as basis points. */
function basisPoints(text: string): number {
  const share = /^(\d{1,3}(?:\.\d{1,2})?)%?$/.exec(text)?.[1];
  if (share === undefined || Number(share) > 100) throw new InvalidArgumentError('It is not a share from 0% to 100%.');
  return Math.round(Number(share) * 100);
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

/** `12h` or `7d` in hours. */
function hours(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,2})([hd])$/.exec(text) ?? [];
  const total = Number(count) * (unit === 'd' ? 24 : 1);
  if (!(total <= 336)) throw new InvalidArgumentError('It is not a time from 1h to 14d.');
  return total;
}

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
  const revisions = Array.isArray(details?.since) ? (details.since as RevisionSummary[]) : [];
  return revisions.map(
    ({ number, createdBy, changes }) => `  revision ${number} by ${createdBy}: ${changes.map(describeChange).join(', ')}`,
  );
}
