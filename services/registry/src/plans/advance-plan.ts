/** Carries out what is due of a plan, in the name of whoever made it. */
import type { Database, Db } from '@site/platform/database';
import { AppError } from '@site/platform/errors';
import { type Command, partsOf } from '@site/release-model/commands';
import type { Sample } from '@site/release-model/guard';
import { advance, type Health, isEnded, type Move, paused, type Progress, progressOf } from '@site/release-model/plan';
import type { Parts } from '@site/release-model/target';
import { type PlanAction, recordAudit } from '../audit/audit.repository';
import { entryOf, nameOf, subjectOf } from '../audit/plan-entry';
import { emit } from '../events/emit';
import type { RegistryEvent } from '../events/event';
import type { Execute } from '../revisions/execute';
import { findCurrent } from '../revisions/revision.repository';
import { acting } from '../tokens/authorize';
import { findAgain, type FindOptions } from '../tokens/find-again';
import type { Actor } from '../tokens/principal';
import { noteProgress } from '../unfinished-plans';
import { PASSING } from './judge-plan';
import { LOOK_MS, nextLook, type PlanRow, returnPlan } from './plan.repository';
import { untilSettled } from './until-settled';

/** What was counted of releases of a part since a time, by id. */
export type ReadHealth = (query: {
  environment: string;
  part: string;
  releaseIds: readonly string[];
  since: Date;
}) => Promise<Map<string, Sample>>;

export interface AdvanceOptions {
  database: Database;
  execute: Execute;
  readHealth: ReadHealth;
  now: () => Date;
  groupsOf: FindOptions['groupsOf'];
}

/** Somebody else has changed the plan since it was read. */
export class PlanMoved extends Error {
  override name = 'PlanMoved';
}

/** Notes progress in the transaction of the revision that it comes from. @throws PlanMoved, so that there is no such revision. */
export async function noteWithin(tx: Db, plan: PlanRow, progress: Progress, now: Date): Promise<void> {
  if (!(await noteProgress(tx, plan, progress, nextLook(progress, now)))) throw new PlanMoved(`Plan ${plan.id} was changed meanwhile`);
}

const NOTHING: Sample = { documents: 0, failures: 0 };

export function createAdvancePlan({ database, execute, readHealth, now, groupsOf }: AdvanceOptions): (plan: PlanRow) => Promise<void> {
  async function healthOf({ environment, guard, releases, startedAt }: PlanRow, live: Parts): Promise<Health> {
    if (!guard || !startedAt) return {};
    const compared = Object.entries(releases).map(async ([part, { id }]) => {
      const stable = live[part]?.stable.id ?? id;
      const found = await readHealth({ environment, part, releaseIds: [id, stable], since: startedAt });
      return [part, { candidate: found.get(id) ?? NOTHING, stable: found.get(stable) ?? NOTHING }] as const;
    });
    return Object.fromEntries(await Promise.all(compared));
  }

  /** Changes the plan alone. If somebody else was first, theirs stands. */
  async function change(plan: PlanRow, after: Progress, action: PlanAction, lookAt = nextLook(after, now())): Promise<void> {
    await database.transaction(async (tx) => {
      if (await noteProgress(tx, plan, after, lookAt)) await recordAudit(tx, entryOf(plan, action, after.note));
    });
  }

  /** Says so once, however often the same is tried in vain. */
  async function pause(plan: PlanRow, note: string): Promise<void> {
    const after = paused(plan, now(), note);
    if (plan.state === 'paused' && plan.note === note) await returnPlan(database.db, plan, nextLook(after, now()));
    else await change(plan, after, 'pause-plan');
  }

  async function carryOut(plan: PlanRow, move: Extract<Move, { kind: 'command' }>, revision: number): Promise<void> {
    const actor = move.isHarm ? guardOf(plan, move.command) : await makerOf(database.db, plan, { now: now(), groupsOf });
    if (typeof actor === 'string') return pause(plan, actor);
    await execute.prepare(actor, move.command);
    await database.transaction(async (tx) => {
      const step = execute.within(tx, actor, {
        ...{ environment: plan.environment, expectedRevision: revision, command: move.command, reason: move.reason },
        plan: { id: plan.id, step: move.isHarm ? plan.step : plan.step + 1 },
        approvedBy: move.isHarm ? [] : plan.approvedBy,
      });
      // Judged like any other, and no revision where visitors get it already.
      const isShown = await step.then(
        () => false,
        (error: unknown) => {
          if (move.isShown && error instanceof AppError && error.code === 'nothing-changes') return true;
          throw error;
        },
      );
      await noteWithin(tx, plan, move.after, now());
      if (isShown) await recordAudit(tx, entryOf(plan, 'begin-plan', move.reason, { step: plan.step + 1, revision }));
      if (isEnded(move.after)) await emit(tx, endOf(plan, move.after));
    });
  }

  async function look(plan: PlanRow): Promise<void> {
    const revision = await findCurrent(database.db, plan.environment);
    const live = revision?.target.parts ?? {};
    const at = now();
    const move = advance(plan, at, await healthOf(plan, live), live);
    if (move.kind === 'wait') await returnPlan(database.db, plan, nextLook(plan, at));
    else if (move.kind === 'end') await change(plan, move.after, 'abort-plan');
    else await carryOut(plan, move, revision?.number ?? 0);
  }

  /** A lock and a freeze are waited for, whatever else is refused pauses the plan. */
  async function settle(plan: PlanRow, error: unknown): Promise<void> {
    if (error instanceof PlanMoved) return;
    if (!(error instanceof AppError) || error.status >= 500 || error.code === 'revision-conflict') throw error;
    if (!PASSING.has(error.code)) return pause(plan, error.message);
    const soon = new Date(now().getTime() + LOOK_MS);
    if (plan.note === error.message) await returnPlan(database.db, plan, soon);
    else await change(plan, { ...progressOf(plan), note: error.message }, 'hold-plan', soon);
  }

  return (plan) => untilSettled(() => look(plan)).catch((error: unknown) => settle(plan, error));
}

/** What the audit has as the revision with which a plan ended. */
const endOf = (plan: PlanRow, { state, note, endedBy }: Progress): RegistryEvent => ({
  ...{ kind: state === 'done' ? 'plan.done' : 'plan.aborted', environment: plan.environment, actor: nameOf(plan) },
  ...{ subject: subjectOf(plan.releases), reason: note, revision: null, details: { plan: plan.id, endedBy } },
});

/** Takes back what the plan has shown, and what was shown together with it, also if whoever made it may do nothing any more. */
function guardOf(plan: PlanRow, command: Command): Actor {
  const parts = partsOf(command);
  return { name: nameOf(plan), parts, partsIn: () => parts, hasToken: false };
}

/** @returns Who acts for a plan, or the sentence that says why nobody does. @throws AppError `forbidden`. */
async function makerOf(db: Db, plan: PlanRow, options: FindOptions): Promise<Actor | string> {
  const maker = await findAgain(db, plan, options);
  if (typeof maker !== 'string') return { ...acting(maker, ['promote'], plan.environment), name: nameOf(plan) };
  if (maker === 'no-grants') return `${plan.createdBy}, who made the plan, is not known to have a grant any more.`;
  return `The token of ${plan.createdBy}, who made the plan, ${maker === 'expired' ? 'has expired' : 'was revoked'}.`;
}
