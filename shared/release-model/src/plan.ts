/**
 * Plan: releases that become live in steps, each for a larger share of the visitors, by time or when a person continues. Pure: whoever calls
 * carries out what is due, and stores what comes out.
 */
import { releaseNameSchema } from '@site/contracts/release';
import * as z from 'zod/mini';
import { percent } from './changes';
import { EVERYBODY } from './cohort';
import type { Command } from './commands';
import { compare, type Comparison, type Guard, guardOfEach, guardSchema } from './guard';
import { type ReleaseRef, releaseRefSchema } from './release-id';
import type { Parts } from './target';

export const stepSchema = z.strictObject({
  /** Share of the visitors; with 10,000 the releases become stable. */
  basisPoints: z.int().check(z.minimum(1), z.maximum(EVERYBODY)),
  /** Until the next step; null until a person continues. Nothing follows the last step, so it has null. */
  minutes: z.nullable(z.int().check(z.minimum(1), z.maximum(43_200))),
});

export type Step = z.infer<typeof stepSchema>;

export const stepsSchema = z.array(stepSchema).check(
  z.minLength(1),
  z.maxLength(20),
  z.refine((steps) => steps.every(({ basisPoints }, at) => basisPoints > (steps[at - 1]?.basisPoints ?? 0)), 'each share is larger'),
  z.refine((steps) => steps.at(-1)?.basisPoints === EVERYBODY, 'the last step is for all visitors'),
  z.refine((steps) => steps.at(-1)?.minutes === null, 'nothing follows the last step'),
);

/**
 * `scheduled` before the first step, `running` until the next one is due, `waiting` for a person who continues it, `paused` by a person, by the
 * restore of a backup or because a step was refused, `done` with the last step, `aborted` otherwise.
 */
export const planStateSchema = z.enum(['scheduled', 'running', 'waiting', 'paused', 'done', 'aborted']);
/** Who aborted a plan: its guard, a person, or `overtaken` by another change of what is live. */
export const endedBySchema = z.enum(['guard', 'person', 'overtaken']);

export type PlanState = z.infer<typeof planStateSchema>;
export type EndedBy = z.infer<typeof endedBySchema>;

/** How far a plan is. */
export interface Progress {
  state: PlanState;
  /** How many steps were carried out. */
  step: number;
  /** When the first step was carried out. */
  startedAt: Date | null;
  /** When the next step is due; null if that depends on a person. */
  dueAt: Date | null;
  /** Of a paused plan: milliseconds from when it is resumed to the next step; null if that depends on a person or on the schedule. */
  leftMs: number | null;
  /** Why it is in this state, or why it does not go on: a sentence for people. */
  note: string | null;
  endedBy: EndedBy | null;
  endedAt: Date | null;
}

/** Ids of what visitors got of a part when a plan of it was made; null for nothing. */
export interface LiveBefore {
  stable: string | null;
  candidate: string | null;
}

export interface Plan extends Progress {
  id: number;
  /** By part. They are one set: whoever gets one gets all. */
  releases: Record<string, ReleaseRef>;
  steps: Step[];
  guard: Guard | null;
  reason: string | null;
  /** By part; null of a plan that was made before this was kept. */
  liveBefore: Record<string, LiveBefore> | null;
}

/** What visitors get of the parts of a plan. @param live Parts of the live target. */
export const liveOf = (releases: Plan['releases'], live: Parts): Record<string, LiveBefore> =>
  Object.fromEntries(
    Object.keys(releases).map((name) => [
      name,
      { stable: live[name]?.stable.id ?? null, candidate: live[name]?.candidate?.release.id ?? null },
    ]),
  );

/** A plan as the registry answers it. Times are ISO 8601. */
export const planSchema = z.object({
  id: z.int(),
  environment: z.string(),
  /** `manual` if every step waits for a person, `automatic` if none does, `staged` if some do. */
  kind: z.enum(['manual', 'staged', 'automatic']),
  state: planStateSchema,
  releases: z.record(releaseNameSchema, releaseRefSchema),
  steps: z.array(stepSchema),
  step: z.int(),
  guard: z.nullable(guardSchema),
  startsAt: z.iso.datetime(),
  startedAt: z.nullable(z.iso.datetime()),
  dueAt: z.nullable(z.iso.datetime()),
  note: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  endedBy: z.nullable(endedBySchema),
  endedAt: z.nullable(z.iso.datetime()),
  /** Who approved it beside its maker; nobody where the rules did not ask for it. */
  approvedBy: z._default(z.array(z.string()), []),
});

/** What a proposal says of the plan that it would become. */
export const proposedPlanSchema = z.object({
  steps: stepsSchema,
  guard: z.nullable(guardSchema),
  /** ISO 8601 time of the first step; null for as soon as it is approved. */
  startsAt: z.nullable(z.iso.datetime()),
  /** Also after the guard aborted a plan of one of the releases. */
  again: z.boolean(),
});

export type ProposedPlan = z.infer<typeof proposedPlanSchema>;

export type PlanInJson = z.infer<typeof planSchema>;

/** By its steps. A single step waits for nobody. */
export function kindOf(steps: readonly Step[]): PlanInJson['kind'] {
  const waiting = steps.slice(0, -1).filter(({ minutes }) => minutes === null).length;
  if (waiting === 0) return 'automatic';
  return waiting === steps.length - 1 ? 'manual' : 'staged';
}

export const isEnded = ({ state }: Pick<Plan, 'state'>): boolean => state === 'done' || state === 'aborted';

/** A plan to which nothing has happened yet. */
export const beginning = (startsAt: Date): Progress => ({
  ...{ state: 'scheduled', step: 0, startedAt: null, dueAt: startsAt, leftMs: null, note: null, endedBy: null, endedAt: null },
});

/** What a plan does next. `after` is what becomes of it once the command is carried out, or at once where there is none. */
export type Move =
  /** Nothing before `until`; null if that depends on somebody else. */
  | { kind: 'wait'; until: Date | null }
  /** `isShown`: visitors get it already, so that no revision comes of it. */
  | { kind: 'command'; command: Command; reason: string; after: Progress; isHarm: boolean; isShown: boolean }
  | { kind: 'end'; after: Progress };

/** What was counted since the plan began, by part. */
export type Health = Readonly<Record<string, Comparison>>;

/** Says what is due. Its guard watches what visitors get of it, also while it waits or is paused. @param live Parts of the live target. */
export function advance(plan: Plan, now: Date, health: Health, live: Parts): Move {
  if (isEnded(plan)) return { kind: 'wait', until: null };
  const overtaken = overtakenBy(plan, live);
  if (overtaken !== null) return { kind: 'end', after: aborted(plan, now, 'overtaken', overtaken) };
  const harm = plan.step > 0 ? harmIn(plan, health, live) : null;
  if (harm !== null) {
    const command: Command = { kind: 'end-canary', parts: shownTogether(plan, live) };
    return { kind: 'command', command, reason: `guard: ${harm}`, after: aborted(plan, now, 'guard', harm), isHarm: true, isShown: false };
  }
  const next = plan.steps[plan.step];
  if (plan.state === 'paused' || plan.state === 'waiting' || !plan.dueAt || !next) return { kind: 'wait', until: null };
  if (plan.dueAt > now) return { kind: 'wait', until: plan.dueAt };
  return {
    ...{ kind: 'command', command: commandOf(plan, next), reason: reasonOf(plan), after: stepped(plan, next, now) },
    ...{ isHarm: false, isShown: isShown(plan, next, live) },
  };
}

/** Whether visitors get already what a step would show: the releases as one set, for its share. */
export function isShown({ releases }: Pick<Plan, 'releases'>, { basisPoints }: Step, live: Parts): boolean {
  // A candidate is not stable, however many get it.
  if (basisPoints === EVERYBODY) return false;
  const cohorts = Object.entries(releases).map(([name, { id }]) => {
    const candidate = live[name]?.candidate;
    return candidate?.release.id === id && candidate.basisPoints === basisPoints ? candidate.cohort : null;
  });
  return cohorts[0] !== null && new Set(cohorts).size === 1;
}

/**
 * Parts whose candidates go when those of a plan are taken back: its own, and what was shown to the same visitors beside it, which may not fit
 * what they get without it.
 */
export function shownTogether({ releases }: Pick<Plan, 'releases'>, live: Parts): string[] {
  const shown = Object.entries(releases).flatMap(([name, { id }]) => {
    const candidate = live[name]?.candidate;
    return candidate?.release.id === id ? [candidate.cohort] : [];
  });
  return Object.entries(live)
    .flatMap(([name, { candidate }]) => (candidate && shown.includes(candidate.cohort) ? [name] : []))
    .sort();
}

/** The command of a step. */
export const commandOf = ({ releases }: Pick<Plan, 'releases'>, { basisPoints }: Step): Command =>
  basisPoints === EVERYBODY ? { kind: 'promote', releases, fixes: false } : { kind: 'canary', releases, basisPoints };

function reasonOf({ id, step, steps, reason }: Plan): string {
  return `plan ${id}, step ${step + 1} of ${steps.length}${reason === null ? '' : `: ${reason}`}`;
}

function stepped(plan: Plan, { minutes }: Step, now: Date): Progress {
  const step = plan.step + 1;
  const progress = { ...progressOf(plan), step, startedAt: plan.startedAt ?? now, note: null };
  if (step === plan.steps.length) return { ...progress, state: 'done', dueAt: null, endedAt: now };
  if (minutes === null) return { ...progress, state: 'waiting', dueAt: null };
  return { ...progress, state: 'running', dueAt: new Date(now.getTime() + minutes * 60_000) };
}

/** Why what is live is not what the plan made live, or, before its first step, what it was made for; null if it is. */
export function overtakenBy({ releases, steps, step, liveBefore }: Overtakable, live: Parts): string | null {
  const named = Object.entries(releases);
  if (step === 0) {
    const isLive = named.every(([name, { id }]) => live[name]?.stable.id === id && live[name].candidate === null);
    if (isLive) return `It is live already: ${labels(named)}.`;
    const changed = named.flatMap(([name, release]) => (liveBefore?.[name] && changedSince(name, release, liveBefore[name], live)) ?? []);
    return changed.length > 0 ? changed.join(' ') : null;
  }
  const share = steps[step - 1]?.basisPoints ?? 0;
  const changed = named.flatMap(([name, release]) => difference(name, release, share, live) ?? []);
  if (changed.length === 0) return null;
  const shown = named.filter(([name, { id }]) => live[name]?.candidate?.release.id === id);
  return [...changed, ...(shown.length > 0 ? [`Still a candidate: ${labels(shown)}.`] : [])].join(' ');
}

type Overtakable = Pick<Plan, 'releases' | 'steps' | 'step' | 'liveBefore'>;

/** Showing the release of the plan itself as a candidate, or ending a candidate of which the plan would take the place, does not overtake it. */
function changedSince(name: string, release: ReleaseRef, before: LiveBefore, live: Parts): string | null {
  const part = live[name];
  if (!part) return before.stable === null ? null : `${name} was taken off the site.`;
  if (part.stable.id !== before.stable) return `${name}@${part.stable.version} was made live beside the plan.`;
  const candidate = part.candidate?.release;
  if (!candidate) return before.candidate === release.id ? `${name}@${release.version} was taken back beside the plan.` : null;
  if (candidate.id === before.candidate || candidate.id === release.id) return null;
  return `${name}@${candidate.version} became a candidate beside the plan.`;
}

function difference(name: string, release: ReleaseRef, share: number, live: Parts): string | null {
  const part = live[name];
  const label = `${name}@${release.version}`;
  if (!part) return `${name} was taken off the site.`;
  if (part.stable.id === release.id) return `${label} was promoted beside the plan.`;
  if (!part.candidate) return `${label} was taken back beside the plan.`;
  if (part.candidate.release.id !== release.id) return `${name}@${part.candidate.release.version} took the place of ${label}.`;
  const { basisPoints } = part.candidate;
  return basisPoints === share ? null : `${label} is shown to ${percent(basisPoints)} and no longer to ${percent(share)}.`;
}

const labels = (named: [string, ReleaseRef][]): string => named.map(([name, { version }]) => `${name}@${version}`).join(', ');

/** Says which part does harm; null if none is known to. */
function harmIn({ guard, releases }: Plan, health: Health, live: Parts): string | null {
  if (!guard) return null;
  const names = Object.keys(releases);
  const found = names.flatMap((name) => {
    const compared = health[name];
    if (!compared || compare(compared, guardOfEach(guard, names.length)).verdict !== 'harm') return [];
    const { candidate, stable } = compared;
    const figures = `${name}@${releases[name]?.version} failed in ${candidate.failures} of ${candidate.documents} documents`;
    return [`${figures}, ${name}@${live[name]?.stable.version} in ${stable.failures} of ${stable.documents}`];
  });
  return found.length > 0 ? found.join('; ') : null;
}

/** A paused plan keeps what is live; the time to its next step stands still. */
export function paused(plan: Plan, now: Date, note: string | null): Progress {
  const progress: Progress = { ...progressOf(plan), state: 'paused', note };
  if (plan.step === 0 || !plan.dueAt) return progress;
  return { ...progress, dueAt: null, leftMs: Math.max(0, plan.dueAt.getTime() - now.getTime()) };
}

/** Before its first step it keeps to its schedule: a time that has passed meanwhile is now. */
export function resumed(plan: Plan, now: Date): Progress {
  const progress: Progress = { ...progressOf(plan), note: null, leftMs: null };
  if (plan.step === 0) return { ...progress, state: 'scheduled' };
  if (plan.leftMs === null) return { ...progress, state: 'waiting' };
  return { ...progress, state: 'running', dueAt: new Date(now.getTime() + plan.leftMs) };
}

/** The next step of a plan that waits for a person is due now. */
export const continued = (plan: Plan, now: Date): Progress => ({ ...progressOf(plan), state: 'running', dueAt: now, note: null });

export const aborted = (plan: Plan, now: Date, endedBy: EndedBy, note: string | null): Progress => ({
  ...{ ...progressOf(plan), state: 'aborted', dueAt: null, leftMs: null, note, endedBy, endedAt: now },
});

/** How far a plan is, without what it is about. */
export const progressOf = ({ state, step, startedAt, dueAt, leftMs, note, endedBy, endedAt }: Plan): Progress => ({
  ...{ state, step, startedAt, dueAt, leftMs, note, endedBy, endedAt },
});
