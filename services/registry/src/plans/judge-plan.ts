/** What of a plan is judged when it is made. Everything else is judged when it begins, and at each step. */
import { AppError } from '@site/platform/errors';
import type { Command } from '@site/release-model/commands';
import { commandOf, isShown, type Step } from '@site/release-model/plan';
import type { DecidedRevision } from '@site/release-model/revision';
import type { Parts } from '@site/release-model/target';
import type { CommandRequest } from '../revisions/execute';
import type { PlanRequest } from './plan.schema';
import type { PlanRow } from './plan.repository';

/** Refusals that end by themselves: a plan that is due waits for that. */
export const PASSING: ReadonlySet<string> = new Set(['environment-locked', 'environment-frozen']);
/**
 * What is refused at once, however far away the beginning is: no time changes it, or, as with approvals, nobody could change it any more once
 * the plan is made. Everything else may be otherwise by then: what the releases need may be live, a rehearsal may have passed.
 */
const LASTING: ReadonlySet<string> = new Set([
  ...['release-yanked', 'release-incomplete', 'release-collected', 'revision-conflict', 'forbidden', 'approval-needed'],
]);

/** Says what a command would make, as {@link CommandRequest} has it. */
export type TryOut = (command: Command, more: Pick<CommandRequest, 'begins' | 'onPassing'>) => Promise<DecidedRevision>;

export interface JudgedPlan extends Pick<PlanRow, 'releases'>, Pick<PlanRequest, 'steps'> {
  /** Null for at once. */
  startsAt: Date | null;
}

/**
 * Tries out the first step, or, where visitors get that already, the one after it, which is due later.
 * @param live Parts of the live target.
 * @returns What would refuse it as things are now, and is judged again when it is due.
 * @throws AppError of what refuses the plan.
 */
export async function judgeBeginning(tryOut: TryOut, plan: JudgedPlan, live: Parts): Promise<AppError[]> {
  const { steps, startsAt } = plan;
  const step = firstChange(plan, live);
  const { refusals } = await judge(tryOut, plan, step, startsAt !== null || step !== steps[0]);
  return refusals;
}

export interface WholePlan {
  /** What it leads to; null if that is refused as things are now. */
  revision: DecidedRevision | null;
  /** What would be refused now, and is judged again when it is due; none twice. */
  refusals: AppError[];
}

/** Tries out the last step as well. @throws AppError as {@link judgeBeginning}. */
export async function judgeWhole(tryOut: TryOut, plan: JudgedPlan, live: Parts): Promise<WholePlan> {
  const refusals = await judgeBeginning(tryOut, plan, live);
  const end = await judge(tryOut, plan, lastStep(plan), plan.steps.length > 1 || plan.startsAt !== null);
  return { revision: end.revision, refusals: distinct([...refusals, ...end.refusals]) };
}

/**
 * The same of a plan that others are to approve. They are asked about what it would change, so that has to be possible as things are now.
 * @param tryOut Of what is proposed.
 * @throws AppError of what refuses the first step or the last.
 */
export async function judgeProposed(tryOut: TryOut, plan: JudgedPlan, live: Parts): Promise<WholePlan & { revision: DecidedRevision }> {
  const end = await judge(tryOut, plan, lastStep(plan), false);
  const first = firstChange(plan, live);
  const { refusals } = await judge(tryOut, plan, first, first !== plan.steps[0]);
  return { revision: end.revision as DecidedRevision, refusals: distinct([...refusals, ...end.refusals]) };
}

const lastStep = ({ steps }: JudgedPlan): Step => steps.at(-1) as Step;

/** A lock refuses every step with the same sentence. */
const distinct = (refusals: AppError[]): AppError[] =>
  refusals.filter(({ message }, at) => refusals.findIndex((other) => other.message === message) === at);

const firstChange = (plan: JudgedPlan, live: Parts): Step => plan.steps.find((step) => !isShown(plan, step, live)) as Step;

interface Judgement {
  revision: DecidedRevision | null;
  refusals: AppError[];
}

async function judge(tryOut: TryOut, { releases, startsAt }: JudgedPlan, step: Step, isLater: boolean): Promise<Judgement> {
  const refusals: AppError[] = [];
  const onPassing = (refusal: AppError) => void refusals.push(refusal);
  const revision = await tryOut(commandOf({ releases }, step), { ...(startsAt && { begins: startsAt }), onPassing }).catch(
    (error: unknown) => {
      if (!isLater || !(error instanceof AppError) || error.status >= 500 || LASTING.has(error.code)) throw error;
      refusals.push(error);
      return null;
    },
  );
  return { revision, refusals };
}
