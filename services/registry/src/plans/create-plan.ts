/** Makes a plan. Its first step is carried out by a worker, also where it is due at once. */
import type { Database, Db } from '@site/platform/database';
import { releaseCommand } from '@site/release-model/command-text';
import type { Guard } from '@site/release-model/guard';
import { beginning, kindOf, liveOf } from '@site/release-model/plan';
import type { ReleaseRef } from '@site/release-model/release-id';
import { guardOf, type Rules } from '@site/release-model/rules';
import { utcText } from '@site/release-model/wall-clock';
import { recordAudit } from '../audit/audit.repository';
import { subjectOf } from '../audit/plan-entry';
import { findRules, holdEnvironment } from '../environments/environment.repository';
import { registryError } from '../errors';
import { conflict, type Execute } from '../revisions/execute';
import { findReleases } from '../revisions/requested-command';
import { findCurrentNumber, findLive } from '../revisions/revision.repository';
import { assertCovers, type Caller } from '../tokens/authorize';
import { originOf } from '../tokens/principal';
import { judgeBeginning, judgeProposed, judgeWhole, type TryOut, type WholePlan } from './judge-plan';
import { findHarmful, findUnfinished, insertPlan, type PlanRow } from './plan.repository';
import type { PlanRequest } from './plan.schema';

export interface PlanningOptions {
  database: Database;
  execute: Execute;
  now: () => Date;
}

/** @throws AppError of any code of a command, `plan-in-the-past`, `part-has-plan` or `plan-needs-a-person`. */
export async function createPlan(options: PlanningOptions, environment: string, actor: Caller, request: PlanRequest): Promise<PlanRow> {
  const { database, execute, now } = options;
  const { expectedRevision, reason = null } = request;
  const found = await findWanted(options, actor, environment, request);
  const tryOut: TryOut = (command, more) =>
    execute(actor, { environment, expectedRevision, command, reason: null, purpose: 'try', ...more });
  await judgeBeginning(tryOut, found, await findLive(database.db, environment));
  const wanted = { ...found, startsAt: found.startsAt ?? now(), reason };

  return database.transaction(async (tx) => {
    await holdEnvironment(tx, environment);
    await assertReasoned(tx, environment, reason);
    if ((await findCurrentNumber(tx, environment)) !== expectedRevision) throw await conflict(tx, environment, expectedRevision);
    return planWithin(options, tx, actor, wanted);
  });
}

/** In a transaction that holds the environment. @throws AppError `reason-needed`. */
export async function assertReasoned(tx: Db, environment: string, reason: string | null): Promise<void> {
  if (reason === null && (await findRules(tx, environment)).rules.requireReason) throw registryError('reason-needed');
}

/**
 * What making a plan would lead to. Changes nothing.
 * @param isProposed Whether others are yet to approve it: then what it leads to has to be possible as things are now.
 * @returns The revision of its last step, or null if that is refused as things are now; and whatever would be refused now, of which all is
 * judged again when it is due.
 * @throws AppError as {@link createPlan}.
 */
export async function tryPlan(
  options: PlanningOptions,
  environment: string,
  actor: Caller,
  request: PlanRequest,
  isProposed: boolean,
): Promise<WholePlan> {
  const { database, execute } = options;
  const { expectedRevision } = request;
  const found = await findWanted(options, actor, environment, request);
  const tryOut: TryOut = (command, more) =>
    execute(actor, { environment, expectedRevision, command, reason: null, purpose: isProposed ? 'propose' : 'try', ...more });
  await assertUnplanned(database.db, found);
  return (isProposed ? judgeProposed : judgeWhole)(tryOut, found, await findLive(database.db, environment));
}

/** @throws AppError `forbidden`, `release-not-found` or `plan-in-the-past`. */
async function findWanted({ database, now }: PlanningOptions, actor: Caller, environment: string, request: PlanRequest) {
  const { steps, guard, again } = request;
  assertCovers(actor, Object.keys(request.releases).sort());
  const releases = await findReleases(database.db, request.releases);
  return { environment, releases, steps, guard, again, startsAt: beginningOf(request, now()) };
}

/** Null for at once. @throws AppError `plan-in-the-past`. */
export function beginningOf({ startsAt: text }: Pick<PlanRequest, 'startsAt'>, now: Date): Date | null {
  if (text === undefined) return null;
  const startsAt = new Date(text);
  if (startsAt < now) throw registryError('plan-in-the-past', { message: `${utcText(startsAt)} has passed.` });
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
    ...{ createdBy: actor.name, createdAt: now(), ...originOf(actor), liveBefore: liveOf(releases, await findLive(tx, environment)) },
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

async function assertAlone(tx: Db, environment: string, parts: readonly string[]): Promise<void> {
  const other = await findUnfinished(tx, environment, parts);
  if (!other) return;
  const common = parts.filter((part) => part in other.releases);
  throw registryError('part-has-plan', {
    message: `Plan ${other.id} of ${other.createdBy} for ${common.join(', ')} has not ended yet. Wait for its end, or take it back: ${releaseCommand(`abort ${common[0]}`, environment)}`,
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
