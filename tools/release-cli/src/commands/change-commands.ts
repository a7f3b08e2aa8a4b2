/** The commands that change what is live. */
import { openTabsSchema } from '@site/contracts/composition';
import type { Revision } from '@site/release-model/revision';
import type { Policy } from '@site/release-model/target';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CommonOptions, pasteable, tokenFor } from '../context';
import { describeService, untilServed } from '../edges';
import { EXIT, Failure } from '../failure';
import { changing, positiveInteger } from '../options';
import { type CommandRequest, createRegistryClient, type RegistryClient } from '../registry-client';
import { describeChanges, parseRelease, parseReleases } from '../releases';
import { confirm, say } from '../terminal';
import { propose } from './proposal-commands';

export function register(program: Command): void {
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
  changing(program.command('restore').argument('<release>', 'name@version')).description('take a yank back').action(restoreCommand);
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
}

export interface ChangeOptions extends CommonOptions {
  reason?: string;
  /** False with `--no-wait`. */
  wait: boolean;
  /** Seconds to wait for the edges. */
  timeout: number;
  dryRun?: boolean;
  /** Breaks a freeze. */
  force?: boolean;
  /** Asks others to approve it, in place of carrying it out. */
  propose?: boolean;
}

export interface PromoteOptions extends ChangeOptions {
  /** Share of the visitors, in basis points. */
  canary?: number;
  fixes?: boolean;
}

/** Makes releases live, for everybody or for a share of the visitors. */
export function promoteCommand(texts: string[], { canary, fixes, ...options }: PromoteOptions): Promise<void> {
  const releases = parseReleases(texts);
  if (canary !== undefined && fixes) throw new Failure('--fixes goes with a promotion for everybody, not with --canary.', EXIT.usage);
  if (canary !== undefined) return change({ kind: 'canary', releases, basisPoints: canary }, options);
  return change({ kind: 'promote', releases, ...(fixes && { fixes }) }, options);
}

/** Makes an earlier revision live again. Which one it is without a number, the registry decides. */
export const rollbackCommand = ({ to, again, ...options }: ChangeOptions & { to?: number; again?: boolean }): Promise<void> =>
  change({ kind: 'rollback', ...(to !== undefined && { to }), ...(again && { again }) }, options);

export const abortCommand = (parts: string[], options: ChangeOptions): Promise<void> => change({ kind: 'end-canary', parts }, options);

export const disableCommand = (parts: string[], { message, ...options }: ChangeOptions & { message: string }): Promise<void> =>
  change({ kind: 'disable', parts, message }, options);

export const enableCommand = (parts: string[], options: ChangeOptions): Promise<void> => change({ kind: 'enable', parts }, options);

export const retireCommand = (parts: string[], options: ChangeOptions): Promise<void> => change({ kind: 'retire', parts }, options);

export const policyCommand = ({ openTabs, ...options }: ChangeOptions & { openTabs: Policy['openTabs'] }): Promise<void> =>
  change({ kind: 'policy', policy: { openTabs } }, options);

export const epochCommand = (options: ChangeOptions): Promise<void> => change({ kind: 'epoch' }, options);

/** Keeps a release from becoming live any more. What is live stays, but for a fallback. */
export async function yankCommand(text: string, options: ChangeOptions): Promise<void> {
  await change({ kind: 'yank', release: parseRelease(text) }, options);
}

/** Lets a release that was yanked become live, or a fallback, again. */
export async function restoreCommand(text: string, options: ChangeOptions): Promise<void> {
  await change({ kind: 'restore', release: parseRelease(text) }, options);
}

async function change(request: CommandRequest, options: ChangeOptions): Promise<void> {
  const { reason, force } = options;
  if ((force || options.propose) && reason === undefined) throw new Failure('Say why, with --reason.', EXIT.usage);
  const token = await tokenFor(force ? 'admin' : 'promote', options);
  const client = createRegistryClient({ ...options, token });
  if (options.propose) return propose(client, request, reason ?? '', options);
  const before = (await client.current())?.number ?? 0;
  const command = { expectedRevision: before, reason, force };
  const planned = await client.dryRun(request, command).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'nothing-changes') return error;
    throw error;
  });
  if (planned instanceof Failure) return sayNothingChanges(request, before, planned, options);
  if (options.dryRun) return showPlan(planned, options);
  const question = `${describeChanges(planned.changes)}\nMake this live?`;
  if (!(await confirm(question, options.yes === true))) throw new Failure('Nothing was changed.', EXIT.declined);
  await showChange(client, await client.execute(request, command), undoOf(request, before), options);
}

function sayNothingChanges(request: CommandRequest, revision: number, { message }: Failure, { json }: ChangeOptions): void {
  if (json) return say(JSON.stringify({ revision, changes: [] }));
  if ('release' in request) return say(message);
  say(`All of this is live already, in revision ${revision}.`);
}

function showPlan({ number, changes }: Revision, { json }: ChangeOptions): void {
  if (json) return say(JSON.stringify({ revision: number, changes, dryRun: true }));
  say(`${describeChanges(changes)}\n\nThis would be revision ${number}. Nothing was changed.`);
}

/** The command that takes a change back; null if there is none. */
function undoOf(request: CommandRequest, before: number): string | null {
  if (request.kind === 'disable') return `enable ${request.parts.join(' ')}`;
  if ('release' in request) return `${request.kind === 'yank' ? 'restore' : 'yank'} ${request.release.name}@${request.release.version}`;
  const isReturned = ['promote', 'canary', 'rollback', 'retire'].includes(request.kind);
  return isReturned && before > 0 ? `rollback --to ${before}` : null;
}

/** Says what is live now, where, and how to undo it. */
async function showChange(client: RegistryClient, revision: Revision, inverse: string | null, options: ChangeOptions): Promise<void> {
  const { number, changes } = revision;
  if (!options.json) say(describeChanges(changes));
  const undo = inverse === null ? '' : `\nUndo: ${pasteable(inverse, options)}`;
  if (!options.wait) {
    if (options.json) return say(JSON.stringify({ revision: number, changes }));
    return say(`\nRevision ${number} is decided.${undo}`);
  }
  const service = await untilServed(client, revision, options.timeout * 1000);
  const edges = { serving: service.serving.length, known: service.known.length };
  if (options.json) return say(JSON.stringify({ revision: number, changes, edges }));
  const isLive = edges.known > 0 ? `is live: ${describeService(service)}` : `is decided; ${describeService(service)}`;
  say(`\nRevision ${number} ${isLive}.${undo}`);
}

/** `5%`, `0.5%` or `5` as basis points. */
function basisPoints(text: string): number {
  const share = /^(\d{1,3}(?:\.\d{1,2})?)%?$/.exec(text)?.[1];
  if (share === undefined || Number(share) > 100) throw new InvalidArgumentError('It is not a share from 0% to 100%.');
  return Math.round(Number(share) * 100);
}
