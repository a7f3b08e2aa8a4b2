import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_RULES, type Freeze, type Rules, rulesSchema, verdict, WEEKDAYS } from './rules';
import { causeSchema } from './revision';
import { DAY_MS, localTime, MINUTE_MS } from './wall-clock';

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
        const minuteOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
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
