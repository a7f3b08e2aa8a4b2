/** Freezes as people write and read them. */
import { type Freeze, freezeSchema, WEEKDAYS } from './rules';
import { parseInstant } from './wall-clock';

type Weekday = (typeof WEEKDAYS)[number];

const DAY = `(?:${WEEKDAYS.join('|')})`;
const WEEKLY = new RegExp(`^(${DAY}(?:,${DAY})*) (\\d\\d:\\d\\d) - (?:(${DAY}) )?(\\d\\d:\\d\\d) ([\\w/+-]+): (.+)$`);
const ONCE = /^(\d{4}-\S+) - (\d{4}-\S+): (.+)$/;

/** How a freeze is written, for whoever wrote none. */
export const FREEZE_EXAMPLES = "'fri 16:00 - mon 08:00 Europe/Berlin: weekend' or '2026-12-20T00:00Z - 2027-01-04T08:00Z: holidays'";

/**
 * `fri 16:00 - mon 08:00 Europe/Berlin: weekend` or `mon,tue 22:00 - 06:00 UTC: nights` for every week,
 * `2026-12-20T00:00Z - 2027-01-04T08:00Z: holidays` for once. Null for anything else.
 */
export function parseFreeze(text: string): Freeze | null {
  return freezeSchema.safeParse(weekly(text) ?? once(text)).data ?? null;
}

function weekly(text: string): Record<string, unknown> | null {
  const [, days, from, toDay, to, timeZone, reason] = WEEKLY.exec(text) ?? [];
  if (days === undefined) return null;
  return { days: [...new Set(days.split(','))] as Weekday[], from, to, ...(toDay !== undefined && { toDay }), timeZone, reason };
}

function once(text: string): Record<string, unknown> | null {
  const [, from = '', to = '', reason] = ONCE.exec(text) ?? [];
  const [begin, end] = [parseInstant(from), parseInstant(to)];
  if (Number.isNaN(begin) || Number.isNaN(end)) return null;
  return { from: new Date(begin).toISOString(), to: new Date(end).toISOString(), reason };
}

/** As {@link parseFreeze} reads it. */
export function describeFreeze(freeze: Freeze): string {
  if (!('days' in freeze)) return `${freeze.from} - ${freeze.to}: ${freeze.reason}`;
  const { days, from, toDay, to, timeZone, reason } = freeze;
  return `${days.join(',')} ${from} - ${toDay === undefined ? '' : `${toDay} `}${to} ${timeZone}: ${reason}`;
}
