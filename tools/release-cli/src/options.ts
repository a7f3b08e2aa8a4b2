/** Options and arguments that commands have in common. */
import { USUAL_ENVIRONMENT } from '@site/release-model/command-text';
import { ENVIRONMENT_NAME, ENVIRONMENT_NAME_RULE } from '@site/release-model/environment-name';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { defaultRegistry } from './context';

/** A command that asks a registry. */
export const connected = (command: Command): Command =>
  command
    .option('--json', 'answer in JSON')
    .option('-y, --yes', 'do not ask')
    .option('--registry <url>', 'address of the registry, or RELEASE_REGISTRY', defaultRegistry())
    .option('--token <token>', 'token, or RELEASE_TOKEN, or the one that the local site keeps');

/** One that asks about an environment. */
export const common = (command: Command): Command =>
  connected(command).option('--environment <name>', 'which one', environmentName, USUAL_ENVIRONMENT);

/** One that changes what is live there. */
export const changing = (command: Command): Command =>
  waiting(
    common(command)
      .option('--reason <text>', 'why, for the record')
      .option('--propose', 'ask others to approve it, in place of carrying it out')
      .option('--force', 'break a freeze or links, or do without a rehearsal; with --reason, and a token that manages tokens')
      .option('--dry-run', 'say what it would change, and change nothing'),
  );

/** One that ends when edges serve what it has decided. */
export const waiting = (command: Command): Command =>
  command
    .option('--no-wait', 'do not wait until edges serve it')
    .option('--timeout <seconds>', 'how long to wait for them', positiveInteger, 30);

/** One that changes something else of which a record is kept. */
export const recorded = (command: Command, why = 'why, for the record'): Command => command.option('--reason <text>', why);

/** Of a link that shows something to whoever has it. */
export const expiring = (command: Command): Command =>
  command.addOption(new Option('--expires <time>', 'for how long, such as 12h or 7d, at most 14d').argParser(hours).default(168, '7d'));

function environmentName(text: string): string {
  if (!ENVIRONMENT_NAME.test(text)) throw new InvalidArgumentError(`${ENVIRONMENT_NAME_RULE}.`);
  return text;
}

/** `12h` or `7d` in hours. */
function hours(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,2})([hd])$/.exec(text) ?? [];
  const total = Number(count) * (unit === 'd' ? 24 : 1);
  if (!(total <= 336)) throw new InvalidArgumentError('It is not a time from 1h to 14d.');
  return total;
}

/** Up to 999,999. @throws InvalidArgumentError */
export const positiveInteger = (text: string): number => positive(text, 6);

/** Of what is counted over all environments and for ever. @throws InvalidArgumentError */
export const bigNumber = (text: string): number => positive(text, 15);

function positive(text: string, digits: number): number {
  if (!/^[1-9]\d*$/.test(text) || text.length > digits) throw new InvalidArgumentError('It is not a positive number.');
  return Number(text);
}
