/** The commands that change what is live. */
import { openTabsSchema } from '@site/contracts/composition';
import { percent } from '@site/release-model/changes';
import { describeEndedPlan } from '@site/release-model/ended-plan-text';
import type { EndedPlan } from '@site/release-model/ended-plans';
import type { NamedRehearsal } from '@site/release-model/rehearsal';
import type { DecidedRevision, Revision } from '@site/release-model/revision';
import type { Parts, Policy } from '@site/release-model/target';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CommandRequest, Versions } from '@site/release-model/registry-requests';
import { describeRehearsal } from '@site/release-model/rehearsal-reading';
import { type ChangeOptions, pasteableIn, quoted, tokenFor } from '../context';
import { countsOf, describeServed, untilServed } from '../edges';
import { EXIT, Failure } from '../failure';
import { changing, positiveInteger } from '../options';
import { parseTime, readSteps } from '../plan-text';
import { createRegistryClient, type RegistryClient } from '../registry-client';
import { describeChanges, parseRelease, parseReleases } from '../releases';
import { confirm, say } from '../terminal';
import { undoLine } from '../undo';
import { abortPlans, makePlan, type PlanOptions } from './plan-commands';
import { propose } from './proposal-commands';
import { rehearseBefore } from './rehearse-commands';

export function register(program: Command): void {
  changing(program.command('promote').argument('<releases...>', 'name@version'))
    .description('make releases live')
    .option('--canary <share>', 'for a share of the visitors, such as 5%; again with another share to raise it', basisPoints)
    .option('--rehearse', 'open its pages in a browser before, and go on only if they are sound')
    .option('--fixes', 'what is live now is bad: nothing falls back to it')
    .option('--plan <steps>', 'step by step, such as 5%:10m,25%:wait,100%, or a file with such steps', steps)
    .option('--at <time>', 'from then on, such as 14:30 or 2026-11-22T14:30:00Z', time)
    .option(
      '--guard',
      'a plan is aborted when its releases fail more often than what is live (the default, unless the rules say otherwise)',
    )
    .option('--no-guard', 'nobody watches the plan')
    .option('--again', 'make a plan also if the guard aborted one of the release')
    .action(promoteCommand);
  changing(program.command('abort').argument('<parts...>', 'names'))
    .description('take candidates back, with their plans')
    .action(abortCommand);
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

export interface PromoteOptions extends ChangeOptions, PlanOptions {
  /** Share of the visitors, in basis points. */
  canary?: number;
  fixes?: boolean;
  rehearse?: boolean;
}

/** Makes releases live, for everybody, for a share of the visitors, or by a plan. */
export async function promoteCommand(texts: string[], { rehearse, ...options }: PromoteOptions): Promise<void> {
  const releases = parseReleases(texts);
  assertPromotion(options);
  if (rehearse && options.dryRun)
    throw new Failure('A dry run keeps nothing, and a rehearsal is kept. Rehearse apart: release rehearse.', EXIT.usage);
  if (rehearse) await rehearseBefore(releases, options);
  await promote(releases, options);
}

const isPlanned = ({ plan, at }: PlanOptions): boolean => plan !== undefined || at !== undefined;

/** Options of a promotion that go together. @throws Failure */
function assertPromotion({ canary, fixes, guard, again, ...options }: PromoteOptions): void {
  if (isPlanned(options)) {
    if (canary !== undefined || fixes || options.force) throw new Failure('A plan goes without --canary, --fixes and --force.', EXIT.usage);
  } else if (guard !== undefined || again) throw new Failure('--guard, --no-guard and --again go with --plan or --at.', EXIT.usage);
  if (canary !== undefined && fixes) throw new Failure('--fixes goes with a promotion for everybody, not with --canary.', EXIT.usage);
  assertChange(options);
}

function promote(releases: Versions, { canary, fixes, plan, at, guard, again, ...options }: PromoteOptions): Promise<void> {
  if (isPlanned({ plan, at })) return makePlan(releases, { plan, at, guard, again }, options);
  if (canary !== undefined) return change({ kind: 'canary', releases, basisPoints: canary }, options);
  return change({ kind: 'promote', releases, ...(fixes && { fixes }) }, options);
}

/** Makes an earlier revision live again. Which one it is without a number, the registry decides. */
export const rollbackCommand = ({ to, again, ...options }: ChangeOptions & { to?: number; again?: boolean }): Promise<void> =>
  change({ kind: 'rollback', ...(to !== undefined && { to }), ...(again && { again }) }, options);

/** Takes candidates back. Those of a plan go with their plan. */
export async function abortCommand(parts: string[], options: ChangeOptions): Promise<void> {
  const others = await abortPlans(parts, options);
  if (others.length > 0) await change({ kind: 'end-canary', parts: others }, options);
}

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

const isProposed = ({ propose: isAsked, dryRun }: ChangeOptions): boolean => isAsked === true && dryRun !== true;

/** Options that go together, whatever is changed. @throws Failure */
function assertChange(options: ChangeOptions): void {
  if (options.propose && options.force)
    throw new Failure('Nobody forces what is proposed but whoever approves it last, with approve --force. Leave --force out.', EXIT.usage);
  if ((options.force || isProposed(options)) && options.reason === undefined) throw new Failure('Say why, with --reason.', EXIT.usage);
}

async function change(request: CommandRequest, options: ChangeOptions): Promise<void> {
  assertChange(options);
  const { reason, force } = options;
  const token = await tokenFor(force ? 'admin' : 'promote', options);
  const client = createRegistryClient({ ...options, token });
  if (isProposed(options)) return propose(client, { command: request, reason: reason ?? '' }, options);
  const live = await client.current();
  const before = live?.number ?? 0;
  const command = { expectedRevision: before, reason, force };
  const planned = await client.dryRun(request, command, options.propose === true).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'nothing-changes') return error;
    throw error;
  });
  if (planned instanceof Failure) return sayNothingChanges(request, before, planned, options);
  const beside = [...stillShown(request, live), ...(await rehearsalLine(client, request, planned.rehearsal, options))];
  if (options.dryRun) return showPlan(planned, beside, options);
  const question = `${[describeChanges(planned.changes), ...wouldEnd(planned), ...beside].join('\n')}\nMake this live?`;
  if (!(await confirm(question, options.yes === true))) throw new Failure('Nothing was changed.', EXIT.declined);
  await showChange(
    client,
    await client.execute(request, command),
    { still: stillShown(request, live), inverse: undoOf(request, live) },
    options,
  );
}

function sayNothingChanges(request: CommandRequest, revision: number, { message }: Failure, { json }: ChangeOptions): void {
  if (json) return say(JSON.stringify({ revision, changes: [] }));
  if ('release' in request) return say(message);
  say(`All of this is live already, in revision ${revision}.`);
}

/** What is known of the releases from a rehearsal. Nothing where there was none and nobody asks for one. */
async function rehearsalLine(
  client: RegistryClient,
  request: CommandRequest,
  rehearsal: NamedRehearsal | null,
  options: ChangeOptions,
): Promise<string[]> {
  if (rehearsal) return [`${describeRehearsal(rehearsal)} (${pasteableIn(`rehearsal show ${rehearsal.id}`, options)})`];
  if (!('releases' in request)) return [];
  const { rules } = await client.rules();
  return rules.rehearsal === 'none' ? [] : ['There was no rehearsal of these releases.'];
}

function showPlan(planned: DecidedRevision, beside: string[], { json }: ChangeOptions): void {
  const { number, changes, endsPlans, rehearsal } = planned;
  if (json) return say(JSON.stringify({ revision: number, changes, endsPlans, dryRun: true, ...(rehearsal && { rehearsal }) }));
  say(
    `${[describeChanges(changes), ...wouldEnd(planned), ...beside].join('\n')}\n\nThis would be revision ${number}. Nothing was changed.`,
  );
}

/** What goes with the change, and whose it is. */
const wouldEnd = ({ endsPlans }: { endsPlans: readonly EndedPlan[] }): string[] =>
  endsPlans.map((plan) => `This ends ${describeEndedPlan(plan)}.`);

/** What visitors still get of a set, where some of its parts are taken back. @param before What was live. */
function stillShown(request: CommandRequest, before: Revision | null): string[] {
  if (request.kind !== 'end-canary' || !before) return [];
  const { parts } = before.target;
  const cohorts = request.parts.map((name) => parts[name]?.candidate?.cohort);
  return Object.entries(parts).flatMap(([name, { candidate }]) =>
    candidate && cohorts.includes(candidate.cohort) && !request.parts.includes(name)
      ? [`${name}@${candidate.release.version} is of the same set, and is still shown to its visitors.`]
      : [],
  );
}

/** The commands that take a change back; none if there are none. @param before What was live. */
function undoOf(request: CommandRequest, before: Revision | null): string[] {
  if ('release' in request) return [`${request.kind === 'yank' ? 'restore' : 'yank'} ${request.release.name}@${request.release.version}`];
  if (!before) return [];
  if (request.kind === 'disable') return undoOfDisable(request, before.target.parts);
  if (!['promote', 'canary', 'rollback', 'retire'].includes(request.kind)) return [];
  return [
    (request.kind === 'canary' ? undoOfCanary(Object.keys(request.releases), before.target.parts) : null) ??
      `rollback --to ${before.number}`,
  ];
}

/** Switches on what was on, and lets visitors read what they read before in the place of what was off. */
function undoOfDisable({ parts, message }: Extract<CommandRequest, { kind: 'disable' }>, before: Parts): string[] {
  const wereOn = parts.filter((name) => !before[name]?.disabled);
  const wereOff = parts.flatMap((name) => {
    const was = before[name]?.disabled?.message ?? message;
    return was === message ? [] : [`disable ${name} --message ${quoted(was)}`];
  });
  return [...(wereOn.length > 0 ? [`enable ${wereOn.join(' ')}`] : []), ...wereOff];
}

/** Takes back this canary alone, which a rollback does not; null where it took the place of several. */
function undoOfCanary(names: string[], before: Parts): string | null {
  const candidates = names.flatMap((name) => before[name]?.candidate ?? []);
  if (candidates.length === 0) return `abort ${names.join(' ')}`;
  const [first] = candidates;
  if (!first || candidates.length < names.length || candidates.some(({ cohort }) => cohort !== first.cohort)) return null;
  const releases = names.map((name) => `${name}@${before[name]?.candidate?.release.version}`);
  return `promote ${releases.join(' ')} --canary ${percent(first.basisPoints)}`;
}

/** Says what is live now, where, and how to undo it. */
async function showChange(
  client: RegistryClient,
  revision: DecidedRevision,
  { still, inverse }: { still: readonly string[]; inverse: readonly string[] },
  options: ChangeOptions,
): Promise<void> {
  const { number, changes, endsPlans, rehearsal } = revision;
  const ended = endsPlans.map((plan) => `It ended ${describeEndedPlan(plan)}.`);
  if (!options.json) say([describeChanges(changes), ...ended, ...still, ...(rehearsal ? [describeRehearsal(rehearsal)] : [])].join('\n'));
  const undo = inverse.map((command) => `\n${undoLine(command, revision, options)}`).join('');
  if (!options.wait) {
    if (options.json) return say(JSON.stringify({ revision: number, changes, endsPlans }));
    return say(`\nRevision ${number} is decided.${undo}`);
  }
  const service = await untilServed(client, revision, options.timeout * 1000);
  if (options.json) return say(JSON.stringify({ revision: number, changes, endsPlans, edges: countsOf(service) }));
  say(`\n${describeServed(number, service)}.${undo}`);
}

/** `5%`, `0.5%` or `5` as basis points. */
function basisPoints(text: string): number {
  const share = /^(\d{1,3}(?:\.\d{1,2})?)%?$/.exec(text)?.[1];
  if (share === undefined || Number(share) > 100) throw new InvalidArgumentError('It is not a share from 0% to 100%.');
  return Math.round(Number(share) * 100);
}

function steps(text: string) {
  const parsed = readSteps(text);
  if (typeof parsed === 'string') throw new InvalidArgumentError(parsed);
  return parsed;
}

function time(text: string): Date {
  const parsed = parseTime(text, new Date());
  if (!parsed) throw new InvalidArgumentError('It is not a time such as 14:30 or 2026-11-22T14:30:00Z.');
  return parsed;
}
