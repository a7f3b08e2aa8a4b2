/** What people do to a plan that has not ended. */
import type { Db } from '@site/platform/database';
import { platformError } from '@site/platform/errors';
import type { Command } from '@site/release-model/commands';
import {
  aborted,
  continued,
  isEnded,
  paused,
  type Plan,
  type PlanState,
  type Progress,
  resumed,
  shownTogether,
} from '@site/release-model/plan';
import { type PlanAction, recordAudit } from '../audit/audit.repository';
import { subjectOf } from '../audit/plan-entry';
import { holdEnvironment } from '../environments/environment.repository';
import { registryError } from '../errors';
import { firstOutside } from '../people/scope';
import { findCurrent } from '../revisions/revision.repository';
import { assertCovers } from '../tokens/authorize';
import type { Actor } from '../tokens/principal';
import { noteProgress } from '../unfinished-plans';
import { noteWithin, PlanMoved } from './advance-plan';
import { assertReasoned, type PlanningOptions } from './create-plan';
import { findPlan, holdPlan, nextLook, type PlanRow } from './plan.repository';
import { untilSettled } from './until-settled';

export interface PlanChange {
  environment: string;
  id: number;
  actor: Actor;
  reason: string | null;
}

interface Act {
  action: PlanAction;
  /** States in which it can be done. */
  from: readonly PlanState[];
  after: (plan: Plan, now: Date, reason: string | null) => Progress;
}

const ACTS = {
  pause: { action: 'pause-plan', from: ['scheduled', 'running', 'waiting'], after: paused },
  resume: { action: 'resume-plan', from: ['paused'], after: resumed },
  continue: { action: 'continue-plan', from: ['waiting'], after: continued },
} satisfies Record<string, Act>;

export const ACT_NAMES = Object.keys(ACTS) as (keyof typeof ACTS)[];

/**
 * Changes the plan alone, not what is live.
 * @param change `step`: the one at which the plan was seen, if it must be there still.
 * @throws AppError `plan-not-found`, `forbidden` or `plan-state-conflict`.
 */
export function changePlan(
  { database, now }: PlanningOptions,
  name: keyof typeof ACTS,
  change: PlanChange & { step?: number | undefined },
): Promise<PlanRow> {
  const { environment, id, actor, reason, step } = change;
  const { action, from, after }: Act = ACTS[name];
  return database.transaction(async (tx) => {
    const plan = assertMayChange(await holdPlan(tx, environment, id), actor);
    if (!from.includes(plan.state)) throw inState(plan);
    assertAtStep(plan, step);
    const at = now();
    const progress = after(plan, at, reason);
    // A worker looks at once: more may have changed while nobody looked.
    await noteProgress(tx, plan, progress, progress.state === 'scheduled' ? nextLook(progress, at) : at);
    await recordAudit(tx, { actor: actor.name, action, environment, subject: subjectOf(plan.releases), reason, details: { plan: id } });
    return { ...plan, ...progress };
  });
}

/**
 * Ends the plan, and takes back what it shows to visitors, with what the same visitors get beside it.
 * @throws AppError `plan-not-found`, `forbidden`, `plan-state-conflict`, or `reason-needed` where it takes something back.
 */
export function abortPlan(options: PlanningOptions, { environment, id, actor, reason }: PlanChange): Promise<PlanRow> {
  const { database, execute, now } = options;
  return untilSettled(async () => {
    const plan = assertMayChange(await findPlan(database.db, environment, id), actor);
    if (isEnded(plan)) throw inState(plan);
    const revision = await findCurrent(database.db, environment);
    const live = revision?.target.parts ?? {};
    const parts = plan.step === 0 ? [] : shownTogether(plan, live);
    assertMayTakeBack(plan, actor, parts);
    const progress = aborted(plan, now(), 'person', reason);
    const note = async (tx: Db) => {
      await noteWithin(tx, plan, progress, now());
      const subject = subjectOf(plan.releases);
      await recordAudit(tx, { actor: actor.name, action: 'abort-plan', environment, subject, reason, details: { plan: id } });
    };
    if (parts.length === 0) await database.transaction(note);
    else {
      const command: Command = { kind: 'end-canary', parts };
      await execute.prepare(actor, command);
      await database.transaction(async (tx) => {
        await holdEnvironment(tx, environment);
        await assertReasoned(tx, environment, reason);
        await execute.within(tx, actor, {
          ...{ environment, expectedRevision: revision?.number ?? 0, command, plan: { id, step: plan.step } },
          reason: `plan ${id} aborted${reason === null ? '' : `: ${reason}`}`,
        });
        await note(tx);
      });
    }
    return { ...plan, ...progress };
  }).catch((error: unknown) => {
    throw error instanceof PlanMoved
      ? registryError('plan-state-conflict', { message: `Plan ${id} was changed at the same time. Try again.` })
      : error;
  });
}

function assertMayChange(plan: PlanRow | null, actor: Actor): PlanRow {
  if (!plan) throw registryError('plan-not-found');
  assertCovers(actor, Object.keys(plan.releases));
  return plan;
}

/** @param parts Those whose candidates go with the plan. @throws AppError `forbidden` if one of them is not covered. */
function assertMayTakeBack({ id }: PlanRow, actor: Actor, parts: readonly string[]): void {
  const outside = firstOutside(actor.parts, parts);
  if (outside === undefined) return;
  const message = `The same visitors get the candidate of ${outside}, which is taken back with plan ${id}: who aborts it may promote ${outside} as well.`;
  throw platformError('forbidden', { message });
}

/** Nobody decides on what they have not seen. @throws AppError `plan-state-conflict`. */
function assertAtStep({ id, state, step }: PlanRow, seen: number | undefined): void {
  if (seen === undefined || seen === step) return;
  throw registryError('plan-state-conflict', {
    message: `Plan ${id} has gone on to step ${step} since.`,
    details: { plan: id, state, step },
  });
}

const inState = ({ id, state }: PlanRow) =>
  registryError('plan-state-conflict', { message: `Plan ${id} is ${state}.`, details: { plan: id, state } });
