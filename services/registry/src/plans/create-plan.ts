/** Makes a plan. Its first step is carried out by a worker, also where it is due at once. */
import type { Database, Db } from '@site/platform/database';
import { AppError } from '@site/platform/errors';
import type { Command } from '@site/release-model/commands';
import type { Guard } from '@site/release-model/guard';
import { beginning, commandOf, kindOf, type Step } from '@site/release-model/plan';
import type { ReleaseRef } from '@site/release-model/release-id';
import { guardOf, type Rules } from '@site/release-model/rules';
import { recordAudit } from '../audit/audit.repository';
import { findRules, holdEnvironment } from '../environments/environment.repository';
import { registryError } from '../errors';
import { conflict, type Execute } from '../revisions/execute';
import { findReleases } from '../revisions/requested-command';
import { findCurrentNumber } from '../revisions/revision.repository';
import { assertCovers, type Caller } from '../tokens/authorize';
import { originOf } from '../tokens/principal';
import { findHarmful, findUnfinished, insertPlan, type PlanRow } from './plan.repository';
import type { PlanRequest } from './plan.schema';

export interface PlanningOptions {
  database: Database;
  execute: Execute;
  now: () => Date;
}

/** Refusals that end by themselves. */
export const PASSING: ReadonlySet<string> = new Set(['environment-locked', 'environment-frozen']);
/** What no time changes. Everything else may be otherwise when a plan for later begins: what it needs may be live by then. */
const LASTING: ReadonlySet<string> = new Set(['release-yanked', 'release-incomplete', 'revision-conflict', 'forbidden', 'approval-needed']);

const SHOWN = 'What the first step of the plan shows is shown already: begin with a larger share.';

/** @throws AppError of any code of a command, `plan-in-the-past`, `part-has-plan` or `plan-needs-a-person`. */
export async function createPlan(options: PlanningOptions, environment: string, actor: Caller, request: PlanRequest): Promise<PlanRow> {
  const { database, execute, now } = options;
  const { steps, guard, expectedRevision, reason = null, again } = request;
  const parts = Object.keys(request.releases).sort();
  assertCovers(actor, parts);
  const releases = await findReleases(database.db, request.releases);
  const startsAt = beginningOf(request, now());
  const wanted = { environment, releases, steps, guard, startsAt: startsAt ?? now(), again, reason };
  await assertPossible(
    (command) => execute(actor, { environment, expectedRevision, command, reason: null, isDryRun: true }),
    wanted,
    startsAt,
  );

  return database.transaction(async (tx) => {
    await holdEnvironment(tx, environment);
    if (reason === null && (await findRules(tx, environment)).rules.requireReason) throw registryError('reason-needed');
    if ((await findCurrentNumber(tx, environment)) !== expectedRevision) throw await conflict(tx, environment, expectedRevision);
    return planWithin(options, tx, actor, wanted);
  });
}

/** Null for at once. @throws AppError `plan-in-the-past`. */
export function beginningOf({ startsAt: text }: Pick<PlanRequest, 'startsAt'>, now: Date): Date | null {
  if (text === undefined) return null;
  const startsAt = new Date(text);
  if (startsAt < now) throw registryError('plan-in-the-past', { message: `${startsAt.toISOString()} has passed.` });
  return startsAt;
}

/** A plan with its releases found. */
export interface WantedPlan extends Pick<PlanRequest, 'steps' | 'guard' | 'again'> {
  environment: string;
  releases: Record<string, ReleaseRef>;
  startsAt: Date;
  reason: string | null;
  /** Names of those who have approved it. */
  approvedBy?: string[];
}

/** Makes a plan in a transaction that holds its environment. @throws AppError `part-has-plan` or `plan-needs-a-person`. */
export async function planWithin({ now }: Pick<PlanningOptions, 'now'>, tx: Db, actor: Caller, wanted: WantedPlan): Promise<PlanRow> {
  const { environment, releases, steps, startsAt, reason, approvedBy = [] } = wanted;
  await assertUnplanned(tx, wanted);
  const { rules } = await findRules(tx, environment);
  const plan = await insertPlan(tx, {
    ...{ environment, releases, steps, guard: plannedGuard(wanted, rules), startsAt, reason, approvedBy },
    ...{ createdBy: actor.name, createdAt: now(), ...originOf(actor) },
    ...{ ...beginning(startsAt), lookAt: startsAt },
  });
  const details = { plan: plan.id, steps, startsAt: startsAt.toISOString(), ...(approvedBy.length > 0 && { approvedBy }) };
  await recordAudit(tx, { actor: actor.name, action: 'plan', environment, subject: subjectOf(releases), reason, details });
  return plan;
}

/** A plan of one step has none; any other has that of the rules of its environment, unless it says which. */
export const plannedGuard = ({ steps, guard }: Pick<WantedPlan, 'steps' | 'guard'>, rules: Rules): Guard | null =>
  steps.length === 1 ? null : guard === undefined ? guardOf(rules) : guard;

/** @throws AppError `part-has-plan` or `plan-needs-a-person`. */
export async function assertUnplanned(
  tx: Db,
  { environment, releases, steps, again }: Pick<WantedPlan, 'environment' | 'releases' | 'steps' | 'again'>,
): Promise<void> {
  await assertAlone(tx, environment, Object.keys(releases).sort());
  if (!again && kindOf(steps) !== 'manual') await assertHarmless(tx, environment, releases);
}

/** `name@version`, separated by blanks. */
export const subjectOf = (releases: Record<string, ReleaseRef>): string =>
  Object.entries(releases)
    .map(([name, { version }]) => `${name}@${version}`)
    .join(' ');

/**
 * @param tryOut Says what a command would make.
 * @param startsAt Null for at once.
 * @throws AppError if the first step would be refused, as far as that can be known now.
 */
export async function assertPossible(
  tryOut: (command: Command) => Promise<unknown>,
  { releases, steps }: Pick<WantedPlan, 'releases' | 'steps'>,
  startsAt: Date | null,
): Promise<void> {
  await tryOut(commandOf({ releases }, steps[0] as Step)).catch((error: unknown) => {
    const isOnlyNow = error instanceof AppError && (PASSING.has(error.code) || (startsAt !== null && !LASTING.has(error.code)));
    if (isOnlyNow) return;
    if (steps.length > 1 && error instanceof AppError && error.code === 'nothing-changes')
      throw registryError(error.code, { message: SHOWN });
    throw error;
  });
}

async function assertAlone(tx: Db, environment: string, parts: readonly string[]): Promise<void> {
  const other = await findUnfinished(tx, environment, parts);
  if (!other) return;
  const common = parts.filter((part) => part in other.releases);
  throw registryError('part-has-plan', {
    message: `Plan ${other.id} of ${other.createdBy} for ${common.join(', ')} has not ended yet.`,
    details: { plan: other.id, parts: common },
  });
}

async function assertHarmless(tx: Db, environment: string, releases: Record<string, ReleaseRef>): Promise<void> {
  const harmful = await findHarmful(tx, environment, releases);
  if (!harmful) return;
  throw registryError('plan-needs-a-person', {
    message: `The guard aborted plan ${harmful.id}: ${harmful.note}. Make each step wait for a person, or ask for it again.`,
    details: { plan: harmful.id },
  });
}
