import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_RULES, type Freeze, type Rules, rulesSchema, verdict, WEEKDAYS, type WeeklyFreeze } from './rules';
import { causeSchema } from './revision';
import { DAY_MS, instantOf, localTime, MINUTE_MS } from './wall-clock';

const promote = { kind: 'promote' as const };
const rules = (more: Partial<Rules>): Rules => ({ ...DEFAULT_RULES, ...more });
const at = (time: string, freezes: Freeze[]) => verdict(rules({ freezes }), promote, new Date(time));
const isFrozen = (time: string, freezes: Freeze[]) => at(time, freezes).kind === 'frozen';

const weekend: Freeze = { days: ['fri'], from: '16:00', toDay: 'mon', to: '08:00', timeZone: 'Europe/Berlin', reason: 'weekend' };

describe('rules', () => {
  it('hold nobody back by default', () => {
    expect(DEFAULT_RULES).toEqual({ approvals: 0, freezes: [], requireReason: false, rehearsal: 'none' });
    for (const kind of causeSchema.options) expect(verdict(DEFAULT_RULES, { kind }, new Date())).toEqual({ kind: 'allowed' });
  });

  it('never hold back what takes something bad away, and a freeze comes before approvals', () => {
    const strict = rules({ approvals: 2, freezes: [{ from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z', reason: 'audit' }] });
    const kinds = causeSchema.options.map((kind) => [kind, verdict(strict, { kind }, new Date('2026-05-01T00:00:00Z')).kind]);
    const allowed = kinds.filter(([, found]) => found === 'allowed').map(([kind]) => kind);
    expect(allowed.sort()).toEqual(['disable', 'end-canary', 'params', 'rollback']);
    expect(new Set(kinds.map(([, found]) => found))).toEqual(new Set(['allowed', 'frozen']));
    expect(verdict(strict, promote, new Date('2027-01-01T00:00:00Z'))).toEqual({ kind: 'needs-approvals', approvals: 2 });
  });

  it.each<[string, unknown]>([
    ['six approvals', { approvals: 6 }],
    ['a freeze that ends before it begins', { freezes: [{ from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z', reason: 'x' }] }],
    ['an unknown time zone', { freezes: [{ ...weekend, timeZone: 'Europe/Atlantis' }] }],
    ['a time that no clock shows', { freezes: [{ ...weekend, to: '24:00' }] }],
    ['a freeze without a day', { freezes: [{ ...weekend, days: [] }] }],
    ['a freeze without a reason', { freezes: [{ ...weekend, reason: ' ' }] }],
    ['what is no rule', { approval: 1 }],
  ])('are not %s', (_what, wrong) => {
    expect(rulesSchema.safeParse(wrong).success).toBe(false);
  });
});

describe('a freeze between two instants', () => {
  it('holds from the first until before the second, and says why and until when', () => {
    const freezes = [{ from: '2026-12-20T00:00:00Z', to: '2027-01-04T08:00:00Z', reason: 'holidays' }];
    expect(isFrozen('2026-12-19T23:59:59.999Z', freezes)).toBe(false);
    expect(at('2026-12-20T00:00:00Z', freezes)).toEqual({ kind: 'frozen', until: new Date('2027-01-04T08:00:00Z'), reason: 'holidays' });
    expect(isFrozen('2027-01-04T07:59:59.999Z', freezes)).toBe(true);
    expect(isFrozen('2027-01-04T08:00:00Z', freezes)).toBe(false);
  });
});

describe('a weekly freeze', () => {
  it('goes by what clocks of its time zone show, in summer and in winter', () => {
    // Friday 16:00 is 14:00 UTC in July, and 15:00 UTC in January.
    expect(
      ['2026-07-03T13:59:59Z', '2026-07-03T14:00:00Z', '2026-07-06T05:59:59Z', '2026-07-06T06:00:00Z'].map((time) =>
        isFrozen(time, [weekend]),
      ),
    ).toEqual([false, true, true, false]);
    expect(
      ['2026-01-02T14:59:59Z', '2026-01-02T15:00:00Z', '2026-01-05T06:59:59Z', '2026-01-05T07:00:00Z'].map((time) =>
        isFrozen(time, [weekend]),
      ),
    ).toEqual([false, true, true, false]);
  });

  it('ends when clocks show its end, also when they are changed while it lasts', () => {
    expect(at('2026-03-27T20:00:00Z', [weekend])).toMatchObject({ until: new Date('2026-03-30T06:00:00Z') });
    expect(at('2026-10-23T20:00:00Z', [weekend])).toMatchObject({ until: new Date('2026-10-26T07:00:00Z') });
  });

  it('without a last day ends on the same day, or on the next one if its end is not later', () => {
    const daily = (from: string, to: string): Freeze => ({ days: ['mon'], from, to, timeZone: 'UTC', reason: 'x' });
    expect(at('2026-06-01T10:30:00Z', [daily('10:00', '11:00')])).toMatchObject({ until: new Date('2026-06-01T11:00:00Z') });
    expect(at('2026-06-01T23:30:00Z', [daily('22:00', '06:00')])).toMatchObject({ until: new Date('2026-06-02T06:00:00Z') });
    expect(at('2026-06-01T10:30:00Z', [daily('10:00', '10:00')])).toMatchObject({ until: new Date('2026-06-02T10:00:00Z') });
    expect(isFrozen('2026-06-02T10:30:00Z', [daily('10:00', '11:00')])).toBe(false);
  });

  it('from a day to the same day lasts a week where its end is not later', () => {
    const week: Freeze = { ...weekend, toDay: 'fri', to: '16:00', timeZone: 'UTC' };
    expect(isFrozen('2026-06-11T00:00:00Z', [week])).toBe(true);
    expect(at('2026-06-11T00:00:00Z', [week])).toMatchObject({ until: null });
  });

  it('covers an hour that clocks show twice as a whole, and begins where they skip its begin', () => {
    const nightly = (from: string, to: string): Freeze => ({ days: ['sun'], from, to, timeZone: 'Europe/Berlin', reason: 'x' });
    // On 25 October 2026 clocks go from 03:00 back to 02:00, at 01:00 UTC.
    expect(at('2026-10-25T00:30:00Z', [nightly('02:00', '02:45')])).toMatchObject({ until: new Date('2026-10-25T01:45:00Z') });
    expect(isFrozen('2026-10-25T00:00:00Z', [nightly('02:00', '02:45')])).toBe(true);
    // On 29 March 2026 they go from 02:00 to 03:00, at 01:00 UTC.
    expect(isFrozen('2026-03-29T00:59:59Z', [nightly('02:30', '04:00')])).toBe(false);
    expect(at('2026-03-29T01:00:00Z', [nightly('02:30', '04:00')])).toMatchObject({ until: new Date('2026-03-29T02:00:00Z') });
  });

  it('that another one follows on lasts until that one ends', () => {
    const nights: Freeze = { days: ['mon'], from: '08:00', to: '09:00', timeZone: 'Europe/Berlin', reason: 'inventory' };
    expect(at('2026-07-05T12:00:00Z', [weekend, nights])).toEqual({
      ...{ kind: 'frozen', reason: 'weekend', until: new Date('2026-07-06T07:00:00Z') },
    });
  });
});

const minutes = fc.integer({ min: 0, max: 1_439 });
const clock = (value: number) => `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`;
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/Sao_Paulo', 'Pacific/Chatham'];
const weekly = fc.record({
  days: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1, maxLength: 7 }),
  from: minutes.map(clock),
  to: minutes.map(clock),
  toDay: fc.option(fc.constantFrom(...WEEKDAYS), { nil: undefined }),
  timeZone: fc.constantFrom(...ZONES),
  reason: fc.constant('x'),
});
const instants = fc
  .integer({ min: Date.UTC(2024, 0, 1) / MINUTE_MS, max: Date.UTC(2030, 0, 1) / MINUTE_MS })
  .map((minute) => minute * MINUTE_MS);

const minuteOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
/** Minutes since the beginning of a week, as clocks show them. */
const minuteOfWeek = (local: number) => (new Date(local).getUTCDay() * DAY_MS + (local % DAY_MS)) / MINUTE_MS;
const offset = (instant: number, zone: string) => localTime(instant, zone) - instant;

describe('any weekly freeze', () => {
  it('is on exactly while clocks are in its window, on all days but those around a change of clocks', () => {
    fc.assert(
      fc.property(weekly, instants, (freeze, instant) => {
        const zone = freeze.timeZone;
        const around = [-8, 8].map((days) => offset(instant + days * DAY_MS, zone));
        fc.pre(around.every((value) => value === offset(instant, zone)));
        const shown = minuteOfWeek(localTime(instant, zone));
        const expected = freeze.days.some((day) => {
          const begin = WEEKDAYS.indexOf(day) * 1_440 + minuteOf(freeze.from);
          const last = freeze.toDay === undefined ? WEEKDAYS.indexOf(day) : WEEKDAYS.indexOf(freeze.toDay);
          const span = (last * 1_440 + minuteOf(freeze.to) - begin + 10_080) % 10_080;
          const length = freeze.toDay === undefined ? span % 1_440 || 1_440 : span || 10_080;
          return (shown - begin + 10_080) % 10_080 < length;
        });
        expect(verdict(rules({ freezes: [freeze] }), promote, new Date(instant)).kind === 'frozen').toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('is on until the moment that it says, and off then, through changes of clocks', () => {
    fc.assert(
      fc.property(weekly, instants, (freeze, instant) => {
        const when = (time: number) => verdict(rules({ freezes: [freeze] }), promote, new Date(time));
        const now = when(instant);
        if (now.kind !== 'frozen' || now.until === null) return;
        const end = now.until.getTime();
        expect(end).toBeGreaterThan(instant);
        expect([when(end - 1).kind, when(end).kind]).toEqual(['frozen', 'allowed']);
        expect(when(Math.floor((instant + end) / 2)).kind).toBe('frozen');
      }),
      { numRuns: 200 },
    );
  });
});

/** Freezes from each of some times of day to the next, on most days. */
const chains = fc
  .tuple(fc.uniqueArray(minutes, { minLength: 1, maxLength: 3 }), fc.array(weekly, { minLength: 3, maxLength: 3 }), fc.boolean())
  .map(([drawn, others, everyDay]) => {
    const times = drawn.sort((one, other) => one - other).map(clock);
    return times.map((from, index): WeeklyFreeze => {
      const { days, timeZone } = others[everyDay ? 0 : index]!;
      const most = WEEKDAYS.filter((day) => everyDay || day !== days[0]);
      return { days: most, from, to: times[(index + 1) % times.length]!, timeZone, reason: 'x' };
    });
  });
const hours = fc.integer({ min: -300, max: 1_500 });

/** The windows of a freeze that begin from ten days before an instant until 75 after. */
function windowsAround(instant: number, freeze: Freeze): { from: number; to: number }[] {
  if (!('days' in freeze)) return [{ from: Date.parse(freeze.from), to: Date.parse(freeze.to) }];
  const today = Math.floor(instant / DAY_MS) * DAY_MS;
  const days = Array.from({ length: 86 }, (_, index) => today + (index - 10) * DAY_MS);
  const [from, to] = [minuteOf(freeze.from), minuteOf(freeze.to)];
  return days.flatMap((day) => {
    const name = WEEKDAYS[new Date(day).getUTCDay()]!;
    if (!freeze.days.includes(name)) return [];
    const between = freeze.toDay === undefined ? 0 : (WEEKDAYS.indexOf(freeze.toDay) - WEEKDAYS.indexOf(name) + 7) % 7;
    const long = between === 0 && to <= from ? (freeze.toDay === undefined ? 1 : 7) : between;
    const [begin, end] = [day + from * MINUTE_MS, day + long * DAY_MS + to * MINUTE_MS];
    return [{ from: instantOf(begin, freeze.timeZone, 'first'), to: instantOf(end, freeze.timeZone, 'last') }];
  });
}

/** Looks at all windows anew at the end of each that is followed. */
function slowVerdict(freezes: Freeze[], now: number) {
  const windows = freezes.flatMap((freeze) => windowsAround(now, freeze));
  const windowsAt = (instant: number) => windows.filter(({ from, to }) => from <= instant && instant < to);
  if (windowsAt(now).length === 0) return { kind: 'allowed' };
  let end = now;
  while (windowsAt(end).length > 0) {
    if (end - now > 56 * DAY_MS) return { kind: 'frozen', until: null, reason: 'x' };
    end = Math.max(...windowsAt(end).map(({ to }) => to));
  }
  return { kind: 'frozen', until: new Date(end), reason: 'x' };
}

describe('freezes that follow on each other', () => {
  it('are on until the moment at which following each of their windows ends', () => {
    fc.assert(
      fc.property(chains, fc.array(weekly, { maxLength: 1 }), fc.array(hours, { maxLength: 1 }), instants, (chain, others, starts, now) => {
        const once = starts.map((start) => {
          const from = now + start * 60 * MINUTE_MS;
          return { from: new Date(from).toISOString(), to: new Date(from + 10 * DAY_MS).toISOString(), reason: 'x' };
        });
        const freezes = [...others, ...chain, ...once];
        expect(verdict(rules({ freezes }), promote, new Date(now))).toEqual(slowVerdict(freezes, now));
      }),
      { numRuns: 60 },
    );
  });

  it('end where the first gap between them is, within 56 days, and are not followed further', () => {
    const daily = (from: string, to: string): Freeze => ({ days: [...WEEKDAYS], from, to, timeZone: 'Europe/Berlin', reason: 'x' });
    const workdays: Freeze = {
      days: ['mon', 'tue', 'wed', 'thu', 'fri'],
      from: '12:00',
      to: '00:00',
      timeZone: 'Europe/Berlin',
      reason: 'x',
    };
    const once = (from: string, to: string): Freeze => ({ from, to, reason: 'x' });
    const now = '2026-10-01T10:00:00Z';
    expect(at(now, [daily('00:00', '12:00'), workdays])).toMatchObject({ until: new Date('2026-10-03T10:00:00Z') });
    expect(at(now, [daily('00:00', '12:00'), daily('12:00', '00:00')])).toMatchObject({ until: null });
    const [whole, next] = [once('2026-10-01T00:00:00Z', '2027-10-01T00:00:00Z'), once('2027-10-01T00:00:00Z', '2027-10-02T00:00:00Z')];
    expect(at(now, [whole])).toMatchObject({ until: new Date('2027-10-01T00:00:00Z') });
    expect(at(now, [whole, next])).toMatchObject({ until: null });
    const longer = once('2026-10-01T00:00:01Z', '2027-11-01T00:00:00Z');
    expect(at(now, [whole, longer])).toMatchObject({ until: new Date('2027-11-01T00:00:00Z') });
  });

  it('cost little to look at, also the most of them, on every day', () => {
    const times = Array.from({ length: 21 }, (_, index) => clock((index * 72) % 1_440));
    const freezes = times.slice(1).map((to, index): Freeze => {
      return { days: [...WEEKDAYS], from: times[index]!, to, timeZone: 'Europe/Berlin', reason: 'x' };
    });
    expect(rulesSchema.safeParse({ freezes }).success).toBe(true);
    expect(rulesSchema.safeParse({ freezes: [...freezes, freezes[0]] }).success).toBe(false);
    const formatToParts = jest.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    // Clocks are changed on 25 October 2026.
    const found = at('2026-10-01T10:00:00Z', freezes);
    const lookups = formatToParts.mock.calls.length;
    formatToParts.mockRestore();
    expect(found).toEqual({ kind: 'frozen', until: null, reason: 'x' });
    expect(lookups).toBeGreaterThan(0);
    expect(lookups).toBeLessThan(500);
  });
});
