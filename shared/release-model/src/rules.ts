/** Rules of an environment: when what is live may be changed, and with whose approval. */
import * as z from 'zod/mini';
import type { Command } from './commands';
import { DEFAULT_GUARD, type Guard, guardSchema } from './guard';
import { DAY_MS, formatOf, instantOf, type LocalTime, localTimes, MINUTE_MS, utcText } from './wall-clock';

/** As `Date.getUTCDay` counts them. */
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time of day is written as 16:00'));
const weekday = z.enum(WEEKDAYS);
const timeZone = z.string().check(
  z.maxLength(60),
  z.refine((name) => isTimeZone(name), 'There is no such time zone'),
);

function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** From one instant until before another. */
const onceSchema = z
  .strictObject({ from: z.iso.datetime(), to: z.iso.datetime(), reason })
  .check(z.refine(({ from, to }) => Date.parse(from) < Date.parse(to), 'A freeze ends after it begins'));

/**
 * Every week on each of the days: from a time of that day until before `to`, of the day `toDay` or, without it, of the same day, or the next
 * one if `to` is not later. What clocks of the time zone show counts, also when they are changed.
 */
const weeklySchema = z.strictObject({
  days: z.array(weekday).check(z.minLength(1), z.maxLength(7)),
  from: time,
  to: time,
  toDay: z.optional(weekday),
  timeZone,
  reason,
});

export const freezeSchema = z.union([onceSchema, weeklySchema]);

/** The defaults hold nobody back. */
export const rulesSchema = z.strictObject({
  /** How many people beside the author must approve a change. Whoever may promote all the parts that it touches can. */
  approvals: z._default(z.int().check(z.minimum(0), z.maximum(5)), 0),
  /** While one of them lasts, nothing new becomes live. */
  freezes: z._default(z.array(freezeSchema).check(z.maxLength(20)), []),
  /** Whether people have to say why they change what is live. */
  requireReason: z._default(z.boolean(), false),
  /** Whether previews may show parts from the machine of whoever looks at them. Where it is not said, sites in development mode allow it. */
  localPreviews: z.optional(z.boolean()),
  /**
   * Whether people are told how the releases that they promote did in a rehearsal, also where there was none, or need one that has passed. What
   * takes something bad away needs none.
   */
  rehearsal: z._default(z.enum(['none', 'shown', 'required']), 'none'),
  /** The guard of plans that do not say which they have; null for none. Where it is not said, {@link DEFAULT_GUARD}. */
  guard: z.optional(z.nullable(guardSchema)),
});

export type Freeze = z.infer<typeof freezeSchema>;
export type WeeklyFreeze = z.infer<typeof weeklySchema>;
export type Rules = z.infer<typeof rulesSchema>;

export const DEFAULT_RULES: Rules = rulesSchema.parse({});

/** What guards a plan that does not say it; null for nothing. */
export const guardOf = ({ guard }: Pick<Rules, 'guard'>): Guard | null => (guard === undefined ? DEFAULT_GUARD : guard);

export type Verdict =
  | { kind: 'allowed' }
  /** `until`: when the freezes that follow on each other end; null where that is further away than they are looked at. */
  | { kind: 'frozen'; until: Date | null; reason: string }
  | { kind: 'needs-approvals'; approvals: number };

export type Frozen = Extract<Verdict, { kind: 'frozen' }>;

/** `production is frozen until 2026-11-29 23:59 UTC: weekend` */
export function describeFrozen(environment: string, { until, reason }: Pick<Frozen, 'until' | 'reason'>): string {
  const end = until === null ? '' : ` until ${utcText(until)}`;
  return `${environment} is frozen${end}: ${reason}`;
}

const TAKES_AWAY: ReadonlySet<Command['kind']> = new Set(['rollback', 'disable', 'end-canary', 'params']);

/** Whether a command takes something bad away: neither a lock nor freezes nor missing approvals hold it back. */
export const takesAway = ({ kind }: Pick<Command, 'kind'>): boolean => TAKES_AWAY.has(kind);

/** What rules say about a command at a moment. Whether a reason was given is not looked at. */
export function verdict(rules: Rules, command: Pick<Command, 'kind'>, now: Date): Verdict {
  if (takesAway(command)) return { kind: 'allowed' };
  const windowsOf = windowsIn(rules.freezes);
  const [freeze] = windowsAt(windowsOf, now.getTime());
  if (freeze) return { kind: 'frozen', until: endOf(windowsOf, now.getTime()), reason: freeze.reason };
  return rules.approvals > 0 ? { kind: 'needs-approvals', approvals: rules.approvals } : { kind: 'allowed' };
}

interface Window {
  from: number;
  /** The first moment after it. */
  to: number;
  reason: string;
}

/** For how long windows that follow on each other are followed, counted from their first. */
const FOLLOWED_MS = 56 * DAY_MS;

/** Walks the windows in the order in which they begin: `end` goes from the end of one to `next`, the last end of those that have begun by then. */
function endOf(windowsOf: WindowsOf, now: number): Date | null {
  const last = now + FOLLOWED_MS;
  let end = now;
  let next = now;
  for (const { from, to } of windowsOf(now, last).sort((one, other) => one.from - other.from)) {
    if (from > end) end = next;
    if (from > end || end > last) break;
    next = Math.max(next, to);
  }
  return next > last && windowsAt(windowsOf, next).length > 0 ? null : new Date(next);
}

const windowsAt = (windowsOf: WindowsOf, instant: number): Window[] =>
  windowsOf(instant, instant).filter(({ from, to }) => from <= instant && instant < to);

/** Gives all windows that an instant from the first to the last can be in, and others. */
type WindowsOf = (first: number, last: number) => Window[];

function windowsIn(freezes: readonly Freeze[]): WindowsOf {
  const localTimeAt = localTimes();
  return (first, last) =>
    freezes.flatMap((freeze) =>
      'days' in freeze
        ? weeklyWindows(freeze, first, last, localTimeAt)
        : [{ from: Date.parse(freeze.from), to: Date.parse(freeze.to), reason: freeze.reason }],
    );
}

/** Those that begin on the local days from the first instant to the last, or on one of the eight before: none lasts longer. */
function weeklyWindows(freeze: WeeklyFreeze, first: number, last: number, localTimeAt: LocalTime): Window[] {
  const dayAt = (instant: number) => Math.floor(localTimeAt(instant, freeze.timeZone) / DAY_MS) * DAY_MS;
  const begin = dayAt(first) - 8 * DAY_MS;
  const days = Array.from({ length: (dayAt(last) - begin) / DAY_MS + 1 }, (_, index) => begin + index * DAY_MS);
  const begins = days.filter((day) => freeze.days.some((name) => WEEKDAYS.indexOf(name) === new Date(day).getUTCDay()));
  return begins.map((day) => ({
    from: instantOf(day + timeOfDay(freeze.from), freeze.timeZone, 'first', localTimeAt),
    to: instantOf(day + daysLong(freeze, day) * DAY_MS + timeOfDay(freeze.to), freeze.timeZone, 'last', localTimeAt),
    reason: freeze.reason,
  }));
}

/** How many midnights are in the window that begins on a day. */
function daysLong({ from, to, toDay }: WeeklyFreeze, day: number): number {
  const isLater = timeOfDay(to) > timeOfDay(from);
  if (toDay === undefined) return isLater ? 0 : 1;
  const days = (WEEKDAYS.indexOf(toDay) - new Date(day).getUTCDay() + 7) % 7;
  return days === 0 && !isLater ? 7 : days;
}

const timeOfDay = (text: string): number => (Number(text.slice(0, 2)) * 60 + Number(text.slice(3))) * MINUTE_MS;
