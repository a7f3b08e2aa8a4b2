/** How releases become live, as the form holds it: figures are texts until they are sent. */
import { DEFAULT_GUARD, type Guard } from '@site/release-model/guard';
import type { PlanRequest } from '@site/release-model/registry-requests';

export interface StepText {
  /** Percent, such as `5`. */
  share: string;
  /** Minutes until the next step; empty until a person continues. */
  minutes: string;
}

/** When it begins: null for at once, else a time of this browser's clock, such as `2026-11-22T14:30`. */
export type Beginning = string | null;

export type Manner =
  | { kind: 'everybody'; begins: Beginning; fixes: boolean }
  | { kind: 'canary'; share: string }
  /** `isGuarded`: null for what the rules of the environment say. */
  | { kind: 'plan'; begins: Beginning; steps: StepText[]; isGuarded: boolean | null };

export const BY_DEFAULT: Manner = { kind: 'everybody', begins: null, fixes: false };

/** What a manner begins with when it is chosen. */
export const BEGINNINGS: Record<Manner['kind'], Manner> = {
  everybody: BY_DEFAULT,
  canary: { kind: 'canary', share: '5' },
  plan: {
    kind: 'plan',
    begins: null,
    steps: [
      { share: '5', minutes: '10' },
      { share: '25', minutes: '' },
    ],
    isGuarded: null,
  },
};

/** Who begins later cannot say that what is live now is bad: it stays until then. */
export const beginningAt = (manner: Exclude<Manner, { kind: 'canary' }>, begins: Beginning): Manner =>
  manner.kind === 'everybody' ? { ...manner, begins, fixes: begins === null && manner.fixes } : { ...manner, begins };

/** Whether the registry carries it out by a plan, and not at once by one command. */
export const isPlanned = (manner: Manner): boolean => manner.kind === 'plan' || (manner.kind === 'everybody' && manner.begins !== null);

const SHARE = /^\d+(\.\d{1,2})?$/;

/** @param bounds The sentence for a number that is not between them. */
function problemOfShare(text: string, bounds: string): string | null {
  if (!SHARE.test(text)) return 'A share is a number such as 5 or 12.5, with at most two decimals.';
  return Number(text) > 0 && Number(text) < 100 ? null : bounds;
}

/** Why there is no share of the visitors for releases: a sentence, or null if there can be one. @param absent Parts of theirs that are not live. */
export function whyNoShare(absent: readonly string[]): string | null {
  if (absent.length === 0) return null;
  const [are, them] = absent.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${absent.join(', ')} ${are} not live yet, so no share of the visitors can be held against ${them}. Promote ${them} for everybody first, or look at ${them} with a preview.`;
}

/** Why it cannot be sent: a sentence, or null if it can. */
export function problemOf(manner: Manner): string | null {
  if (manner.kind === 'canary') return problemOfShare(manner.share, 'The share of the visitors is more than 0 and less than 100 percent.');
  const problem = manner.kind === 'plan' ? problemOfSteps(manner.steps) : null;
  if (problem !== null) return problem;
  return manner.begins !== null && Number.isNaN(Date.parse(manner.begins)) ? 'Say when.' : null;
}

function problemOfSteps(steps: readonly StepText[]): string | null {
  for (const { share } of steps) {
    const problem = problemOfShare(share, 'Each step has a share of more than 0 and less than 100 percent.');
    if (problem !== null) return problem;
  }
  if (!steps.every(({ share }, at) => at === 0 || Number(share) > Number(steps[at - 1]?.share)))
    return 'Each step has a larger share than the one before.';
  const isTime = (minutes: string) => minutes === '' || (/^\d{1,5}$/.test(minutes) && Number(minutes) > 0 && Number(minutes) <= 43_200);
  return steps.every(({ minutes }) => isTime(minutes)) ? null : 'A step lasts for a minute to 30 days.';
}

const EVERYBODY = { basisPoints: 10_000, minutes: null };

/** The plan of a manner that is planned. @param byRules The guard of plans that do not say it. */
export function planOf(manner: Manner, byRules: Guard | null): Pick<PlanRequest, 'steps' | 'guard' | 'startsAt'> {
  if (manner.kind === 'canary') return { steps: [EVERYBODY] };
  const startsAt = manner.begins === null ? {} : { startsAt: new Date(manner.begins).toISOString() };
  if (manner.kind === 'everybody') return { steps: [EVERYBODY], ...startsAt };
  const steps = manner.steps.map(({ share, minutes }) => ({
    basisPoints: Math.round(Number(share) * 100),
    minutes: minutes === '' ? null : Number(minutes),
  }));
  return { steps: [...steps, EVERYBODY], ...guarding(manner.isGuarded, byRules), ...startsAt };
}

/** Nothing is said where nobody has chosen: the rules decide when the plan is made. */
const guarding = (isGuarded: boolean | null, byRules: Guard | null): Pick<PlanRequest, 'guard'> =>
  isGuarded === null ? {} : { guard: isGuarded ? (byRules ?? DEFAULT_GUARD) : null };
