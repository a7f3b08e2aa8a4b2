/** Plans: releases that become live step by step, or at a time. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { describeChange } from '@site/release-model/change-text';
import { type Change, partChanges, percent } from '@site/release-model/changes';
import { DEFAULT_GUARD, type Guard } from '@site/release-model/guard';
import { type EndedBy, isEnded, type PlanInJson, type Step } from '@site/release-model/plan';
import type { PlanProspect } from '@site/release-model/registry-answers';
import type { PlanAct, Versions } from '@site/release-model/registry-requests';
import type { Revision } from '@site/release-model/revision';
import { guardOf } from '@site/release-model/rules';
import type { Service } from '@site/release-model/edge-service';
import type { Parts } from '@site/release-model/target';
import { type ChangeOptions, type CommonOptions, pasteableIn, tokenFor, type WaitOptions } from '../context';
import { describeServed, untilServed } from '../edges';
import { asUnavailable, EXIT, Failure } from '../failure';
import { common, positiveInteger, waiting } from '../options';
import { describeReleases, describeState, describeSteps } from '../plan-text';
import { createRegistryClient, type RegistryClient } from '../registry-client';
import { describeChanges } from '../releases';
import { ago, confirm, localTime, say, table } from '../terminal';
import { undoLine } from '../undo';
import { propose } from './proposal-commands';

export interface PlanOptions {
  /** Steps of the plan. */
  plan?: Step[] | undefined;
  /** When the first step is due; by default at once. */
  at?: Date | undefined;
  /** False with `--no-guard`, true with `--guard`; undefined for what the registry does by default. */
  guard?: boolean | undefined;
  again?: boolean | undefined;
}

export function register(program: Command): void {
  const plan = program.command('plan').description('list plans, and show one');
  common(plan.command('list'))
    .description('list the plans that are under way')
    .option('--all', 'those that ended as well')
    .action(listPlansCommand);
  const one = (command: Command) => common(command.argument('<plan>', 'its number, or one of its parts'));
  one(plan.command('show')).description('show one plan').action(showPlanCommand);
  const acting = (name: string) => one(program.command(name)).option('--reason <text>', 'why, for the record');
  acting('pause').description('keep what a plan shows, and take no further step').action(pauseCommand);
  acting('resume').description('let a paused plan go on').action(resumeCommand);
  waiting(acting('continue'))
    .description('take the next step of a plan that waits for it')
    .option('--step <number>', 'the step that it has to be at, as plan show says it: at another, none is taken', positiveInteger)
    .action(continueCommand);
}

const AT_ONCE: Step[] = [{ basisPoints: 10_000, minutes: null }];
const POLL_MS = 50;

/** Makes a plan, and waits for its first step where that is due at once. */
export async function makePlan(
  releases: Versions,
  { plan: steps = AT_ONCE, at, guard, again }: PlanOptions,
  options: ChangeOptions,
): Promise<void> {
  const client = await writing(options);
  const asked = { releases, steps, again, startsAt: at?.toISOString(), ...(await guarding(client, guard)) };
  if (options.propose && !options.dryRun) return propose(client, { plan: asked, reason: options.reason ?? '' }, options);
  const wanted = { ...asked, expectedRevision: (await client.environment()).revision, reason: options.reason };
  const { revision, refusals } = await client.tryPlan(wanted, options.propose === true);
  const summary = `${Object.entries(releases)
    .map(([name, version]) => `${name}@${version}`)
    .join(' ')}: ${describeSteps(steps)}${at ? `, from ${localTime(at.toISOString())}` : ''}`;
  const held = describeRefusals(refusals);
  if (options.dryRun) {
    const dry = { steps, startsAt: at ?? null, dryRun: true, changes: revision?.changes ?? null, refusals };
    return say(
      options.json
        ? JSON.stringify(dry)
        : [summary, ...(revision ? [describeChanges(revision.changes)] : []), ...held, 'Nothing was changed.'].join('\n'),
    );
  }
  if (!(await confirm([summary, ...held, 'Make this plan?'].join('\n'), options.yes === true)))
    throw new Failure('Nothing was changed.', EXIT.declined);
  const made = await client.makePlan(wanted);
  const taken = at || !options.wait ? null : await untilStep(client, made, 1, options);
  const plan = taken?.plan ?? made;
  show(plan, options, { held: plan.state === 'scheduled' ? held : [], ...(taken && { live: taken }) });
}

/** Sentences about what would be refused now. */
const describeRefusals = (refusals: PlanProspect['refusals']): string[] =>
  refusals.length === 0
    ? []
    : ['As things are now this would be refused. It is judged again when it is due:', ...refusals.map(({ error }) => `  ${error}`)];

/** Nothing where the rules of the environment decide. A guard that is asked for by name is also there where they have none. */
async function guarding(client: RegistryClient, guard: boolean | undefined): Promise<{ guard?: Guard | null }> {
  if (guard === undefined) return {};
  return { guard: guard ? (guardOf((await client.rules()).rules) ?? DEFAULT_GUARD) : null };
}

/** What is live once a plan has taken a step, and the edges then. */
interface Live {
  revision: Revision;
  service: Service;
}

/**
 * Waits until a step of a plan is live at the edges, also while the registry is away: the plan is made.
 * @returns The plan then, and what is live.
 * @throws Failure if the step was refused, is held by a lock or a freeze, was not carried out in time, or if the plan ended before it.
 */
export async function untilStep(
  client: RegistryClient,
  made: PlanInJson,
  step: number,
  options: CommonOptions & WaitOptions,
): Promise<Live & { plan: PlanInJson }> {
  const { timeout } = options;
  const deadline = Date.now() + timeout * 1000;
  for (;;) {
    const found = await progressOf(client, made.id, step, options).catch(asUnavailable);
    if (found instanceof Failure) {
      if (Date.now() >= deadline) throw notKnown(made, step, found);
    } else {
      const { plan, revision } = found;
      if (revision) return { plan, revision, service: await untilServed(client, revision, timeout * 1000) };
      if (plan.endedBy !== null) throw endedBefore(plan, plan.endedBy, step);
      if (plan.note !== null || Date.now() >= deadline) throw notYet(plan, step, timeout);
    }
    await delay(POLL_MS);
  }
}

/** The plan, and what is live once it has taken the step. @throws Failure if it is paused. */
async function progressOf(
  client: RegistryClient,
  id: number,
  step: number,
  options: CommonOptions,
): Promise<{ plan: PlanInJson; revision: Revision | null }> {
  const plan = await client.plan(id);
  if (plan.state === 'paused') throw new Failure(`${pausedOf(plan)}\n${goOn(`resume ${id}`, options)}`, EXIT.refused);
  return { plan, revision: plan.step >= step ? await client.current() : null };
}

const pausedOf = ({ id, note }: PlanInJson): string => `Plan ${id} is paused${note === null ? '.' : `: ${note}`}`;

const BY: Record<EndedBy, string> = { guard: 'its guard', person: 'a person', overtaken: 'another change' };

const endedBefore = ({ id, note }: PlanInJson, endedBy: EndedBy, step: number): Failure =>
  new Failure(
    [`Plan ${id} was aborted by ${BY[endedBy]} before its step ${step}.`, ...(note === null ? [] : [note])].join(' '),
    EXIT.refused,
  );

function notYet(plan: PlanInJson, step: number, timeout: number): Failure {
  const why = plan.note ?? `It is ${plan.state} after ${timeout} seconds.`;
  return new Failure(`Plan ${plan.id} has not taken step ${step} yet, and goes on by itself. ${why}`, EXIT.pending, 'plan-pending', {
    plan,
  });
}

const notKnown = (plan: PlanInJson, step: number, { message }: Failure): Failure =>
  new Failure(
    `Plan ${plan.id} goes on by itself. Whether it has taken step ${step}, the registry cannot be asked at the moment: ${message}`,
    EXIT.pending,
    'plan-pending',
    { plan },
  );

/** Plans, newest first. */
async function listPlansCommand(options: CommonOptions & { all?: boolean }): Promise<void> {
  const plans = await (await reading(options)).plans({ unfinished: options.all !== true });
  if (options.json) return say(JSON.stringify({ plans }));
  if (plans.length === 0)
    return say(options.all ? 'There was no plan yet.' : 'No plan is under way. Those that ended: release plan list --all');
  const rows = plans.map((plan) => [
    String(plan.id),
    describeReleases(plan),
    describeSteps(plan.steps),
    describeState(plan),
    `${ago(plan.createdAt)} by ${plan.createdBy}`,
    plan.note ?? '',
  ]);
  say(table(['', 'releases', 'steps', 'state', 'made', ''], rows));
}

async function showPlanCommand(which: string, options: CommonOptions): Promise<void> {
  const client = await reading(options);
  show(await client.plan(await idOf(client, which)), options);
}

type ActOptions = CommonOptions & { reason?: string };

const actCommand =
  (act: PlanAct) =>
  async (which: string, options: ActOptions): Promise<void> => {
    const client = await writing(options);
    show(await client.changePlan(await idOf(client, which), act, options.reason), options);
  };

const pauseCommand = actCommand('pause');
const resumeCommand = actCommand('resume');

interface ContinueOptions extends ActOptions, WaitOptions {
  /** The step at which somebody saw the plan. */
  step?: number;
}

/** Ends when the step is live. No other step is taken than the one that follows what was seen, whoever else continues the plan. */
async function continueCommand(which: string, { step, ...options }: ContinueOptions): Promise<void> {
  const client = await writing(options);
  const seen = await client.plan(await idOf(client, which));
  const at = step ?? seen.step;
  // Of a plan that does not wait there, the registry says how it is.
  if (seen.state === 'waiting' && seen.step === at) await assertWanted(seen, options);
  const plan = await client.changePlan(seen.id, 'continue', options.reason, at);
  const taken = options.wait ? await untilStep(client, plan, plan.step + 1, options) : null;
  show(taken?.plan ?? plan, options, taken ? { live: taken } : {});
}

/** @throws Failure where a person does not want the next step of the plan. */
async function assertWanted(plan: PlanInJson, { yes }: CommonOptions): Promise<void> {
  const { step, steps } = plan;
  const next = `Take step ${step + 1} of ${steps.length}, for ${percent(steps[step]?.basisPoints ?? 0)} of the visitors?`;
  if (!(await confirm(`${describe(plan)}\n${next}`, yes === true))) throw new Failure('Nothing was changed.', EXIT.declined);
}

/**
 * Aborts the plans of parts, with all that they show, and takes back what is shown of the parts besides.
 * @returns The parts if no plan under way names one of them, else none.
 */
export async function abortPlans(parts: string[], options: ChangeOptions): Promise<string[]> {
  const client = await writing(options);
  const plans = (await client.plans({ unfinished: true })).filter(({ releases }) => parts.some((part) => part in releases));
  if (plans.length === 0) return parts;
  if (options.propose) throw new Failure('A plan is aborted at once or not at all: nobody approves that. Leave --propose out.', EXIT.usage);
  const rest = parts.filter((part) => !plans.some(({ releases }) => part in releases));
  if (rest.length > 0)
    throw new Failure(
      `${rest.join(', ')} is in no plan, other than ${plans.map(({ id }) => `plan ${id}`).join(', ')}. Abort them apart.`,
      EXIT.usage,
    );
  const ends = endsOf(parts, (await client.current())?.target.parts ?? {});
  const question = [
    ...plans.map((plan) => `Plan ${plan.id}: ${describeReleases(plan)}, ${describeState(plan)}`),
    ...ends.map(describeChange),
  ].join('\n');
  if (options.dryRun) {
    if (options.json) say(JSON.stringify({ plans, dryRun: true }));
    else say(`${question}\nThis would be aborted. Nothing was changed.`);
    return [];
  }
  if (!(await confirm(`${question}\nAbort this?`, options.yes === true))) throw new Failure('Nothing was changed.', EXIT.declined);
  const aborted: PlanInJson[] = [];
  for (const { id } of plans) aborted.push(await client.changePlan(id, 'abort', options.reason));
  const left = await client.current().catch(asUnavailable);
  if (left instanceof Failure) throw notServedYet(aborted, left);
  const besides = endsOf(parts, left?.target.parts ?? {});
  const revision = left && besides.length > 0 ? await endCanary(client, left, besides, aborted, options) : left;
  if (options.wait && revision) await untilServed(client, revision, options.timeout * 1000);
  if (options.json) say(JSON.stringify({ plans: aborted, revision: revision?.number ?? 0 }));
  else say([...aborted.map(describe), ...besides.map(describeChange)].join('\n'));
  return [];
}

/** The ends of what is shown of parts to a share of the visitors. */
function endsOf(parts: readonly string[], live: Parts): Change[] {
  const shown = Object.fromEntries(Object.entries(live).filter(([name]) => parts.includes(name)));
  const without = Object.fromEntries(Object.entries(shown).map(([name, part]) => [name, { ...part, candidate: null }]));
  return partChanges(shown, without);
}

/** @throws Failure that names the plans, which are aborted already. */
async function endCanary(
  client: RegistryClient,
  { number }: Revision,
  ends: readonly Change[],
  plans: readonly PlanInJson[],
  { reason }: ChangeOptions,
): Promise<Revision> {
  const names = ends.map(({ name }) => name);
  return client.execute({ kind: 'end-canary', parts: names }, { expectedRevision: number, reason }).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    const message = `${plans.map(describe).join('\n')}\nWhat is shown of ${names.join(', ')} besides was not taken back: ${error.message}`;
    throw new Failure(message, error.exitCode, error.code, { ...error.details, plans });
  });
}

const notServedYet = (plans: readonly PlanInJson[], { message }: Failure): Failure =>
  new Failure(
    `${plans.map(describe).join('\n')}\nWhich edges serve what is live now, the registry cannot be asked at the moment: ${message}`,
    EXIT.pending,
    'not-served',
    { plans },
  );

const writing = async (options: CommonOptions) => createRegistryClient({ ...options, token: await tokenFor('promote', options) });
const reading = async (options: CommonOptions) => createRegistryClient({ ...options, token: await tokenFor('view', options) });

/** A plan is named by its number, or by a part while it is under way. */
async function idOf(client: RegistryClient, which: string): Promise<number> {
  if (/^[1-9]\d{0,8}$/.test(which)) return Number(which);
  const plan = (await client.plans({ unfinished: true })).find(({ releases }) => which in releases);
  if (plan) return plan.id;
  throw new Failure(`No plan of ${which} is under way.`, EXIT.notFound, 'plan-not-found');
}

interface Beside {
  /** What is to be known beside it. */
  held?: readonly string[];
  live?: Live;
}

function show(plan: PlanInJson, options: CommonOptions, { held = [], live }: Beside = {}): void {
  if (options.json) return say(JSON.stringify(plan));
  const served = live ? [`${describeServed(live.revision.number, live.service)}.`, ...undoOf(plan, live.revision, options)] : [];
  say([describe(plan), ...held, ...served, ...nextOf(plan, options)].join('\n'));
}

/** How a plan goes on where that depends on a person, and how it is taken back. */
function nextOf(plan: PlanInJson, options: CommonOptions): string[] {
  if (isEnded(plan)) return [];
  const [part] = Object.keys(plan.releases);
  const next = { waiting: `continue ${plan.id} --step ${plan.step}`, paused: `resume ${plan.id}` }[plan.state as string];
  return [...(next === undefined ? [] : [goOn(next, options)]), `Take it back: ${pasteableIn(`abort ${part}`, options)}`];
}

const goOn = (command: string, options: CommonOptions): string => `Go on: ${pasteableIn(command, options)}`;

/** Nothing unless the revision is that of its last step. */
const undoOf = (plan: PlanInJson, revision: Revision, options: CommonOptions): string[] =>
  plan.state === 'done' && revision.plan?.id === plan.id && revision.plan.step === plan.steps.length
    ? [undoLine(`rollback --to ${revision.number - 1}`, revision, options)]
    : [];

const describe = (plan: PlanInJson): string =>
  [
    `Plan ${plan.id}: ${describeReleases(plan)}`,
    `${describeSteps(plan.steps)}, ${plan.guard ? 'with a guard' : 'without a guard'}, by ${plan.createdBy}${plan.reason === null ? '' : `: ${plan.reason}`}`,
    `It is ${describeState(plan)}${plan.note === null ? '' : `. ${plan.note}`}`,
  ].join('\n');
