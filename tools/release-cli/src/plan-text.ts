/** Plans as people write and read them. */
import { readFileSync } from 'node:fs';
import { EVERYBODY } from '@site/release-model/cohort';
import { percent } from '@site/release-model/changes';
import { type PlanInJson, type Step, stepsSchema } from '@site/release-model/plan';
import { parseInstant } from '@site/release-model/wall-clock';
import { localTime } from './terminal';

const MINUTES = { m: 1, h: 60, d: 1_440 };
const EXAMPLE = '5%:10m,25%:wait,100%';

/**
 * Steps of `5%:10m,25%:wait,100%`: each share for so many minutes (`m`), hours or days, or until somebody continues the plan.
 * @returns The sentence that says what is wrong with the text, if it is no plan.
 */
export function parseSteps(text: string): Step[] | string {
  const steps = text.split(',').map(parseStep);
  const wrong = steps.indexOf(null);
  if (wrong !== -1) return `'${text.split(',')[wrong]}' is not a step. Write a plan as ${EXAMPLE}.`;
  const parsed = stepsSchema.safeParse(steps);
  return parsed.success ? parsed.data : `Shares rise to 100%, which nothing follows, each for a minute to 30 days, such as ${EXAMPLE}.`;
}

/**
 * Steps as {@link parseSteps} reads them, or those of a file: on a line each or with commas, without what follows `#`. Without a percent sign it
 * is a file.
 * @returns The sentence that says what is wrong.
 */
export function readSteps(text: string): Step[] | string {
  if (text.includes('%')) return parseSteps(text);
  const lines = readLines(text);
  if (lines === null) return `'${text}' is no plan such as ${EXAMPLE}, and no file that can be read.`;
  const steps = parseSteps(
    lines
      .map((line) => line.replace(/#.*/, '').trim())
      .filter(Boolean)
      .join(','),
  );
  return typeof steps === 'string' ? `${text}: ${steps}` : steps;
}

function readLines(file: string): string[] | null {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return null;
  }
}

function parseStep(text: string): Step | null {
  const [, share, wait, count, unit] = /^(\d{1,3}(?:\.\d{1,2})?)%(?::(?:(wait)|(\d{1,5})([mhd])))?$/.exec(text.trim()) ?? [];
  if (share === undefined) return null;
  const basisPoints = Math.round(Number(share) * 100);
  if (count === undefined && wait === undefined) return basisPoints === EVERYBODY ? { basisPoints, minutes: null } : null;
  return { basisPoints, minutes: count === undefined ? null : Number(count) * MINUTES[unit as keyof typeof MINUTES] };
}

/** `5%:10m,25%:wait,100%` */
export const describeSteps = (steps: readonly Step[]): string =>
  steps.map(({ basisPoints, minutes }) => `${percent(basisPoints)}${basisPoints === EVERYBODY ? '' : `:${inUnits(minutes)}`}`).join(',');

function inUnits(minutes: number | null): string {
  if (minutes === null) return 'wait';
  const [unit, length] = (['d', 'h'] as const).map((name) => [name, MINUTES[name]] as const).find(([, each]) => minutes % each === 0) ?? [
    'm',
    1,
  ];
  return `${minutes / length}${unit}`;
}

/** An ISO time, or the next `14:30` of this machine's clock; null if the text is neither. */
export function parseTime(text: string, now: Date): Date | null {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hour === undefined) return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(parseInstant(text)) ? new Date(text) : null;
  const time = new Date(now);
  time.setHours(Number(hour), Number(minute), 0, 0);
  if (time <= now) time.setDate(time.getDate() + 1);
  return time;
}

export const describeReleases = ({ releases }: PlanInJson): string =>
  Object.entries(releases)
    .map(([name, { version }]) => `${name}@${version}`)
    .join(' ');

/** `running, step 1 of 3, next at 11/22/2026, 12:10:00 PM`, by the clock of this machine. */
export function describeState({ state, step, steps, dueAt, endedBy, startsAt }: PlanInJson): string {
  const by = endedBy === null ? '' : ` (${endedBy})`;
  const begun = step === 0 ? '' : `, step ${step} of ${steps.length}`;
  if (state === 'scheduled') return `scheduled for ${localTime(startsAt)}`;
  return `${state}${by}${begun}${dueAt !== null && state === 'running' ? `, next at ${localTime(dueAt)}` : ''}`;
}
