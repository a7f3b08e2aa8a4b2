import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DAY_MS, instantOf, localTime, localTimes, MINUTE_MS } from './wall-clock';

const HOUR_MS = 60 * MINUTE_MS;
const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));

describe('local times of many instants', () => {
  it('are those that clocks show, in any time zone and through changes of clocks', () => {
    const localTimeAt = localTimes();
    const begins = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2037, 0, 1) });
    fc.assert(
      fc.property(zones, begins, (zone, begin) => {
        const instants = Array.from({ length: 60 }, (_, index) => begin + index * 7 * HOUR_MS);
        expect(instants.map((instant) => localTimeAt(instant, zone))).toEqual(instants.map((instant) => localTime(instant, zone)));
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['Europe/Berlin', '2026-03-29T01:00:00Z', 1],
    ['Europe/Berlin', '2026-10-25T01:00:00Z', -1],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', -0.5],
    ['Antarctica/Troll', '2026-03-29T01:00:00Z', 2],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', 24],
  ])('in %s, clocks are changed at %s to the millisecond, by %d hours', (zone, change, by) => {
    const localTimeAt = localTimes();
    const instant = Date.parse(change);
    expect(localTimeAt(instant, zone) - localTimeAt(instant - 1, zone)).toBe(1_000 + by * HOUR_MS);
    for (let minute = -1_500; minute <= 1_500; minute += 15) {
      const near = instant + minute * MINUTE_MS + 1;
      expect(localTimeAt(near, zone)).toBe(localTime(near, zone));
      for (const which of ['first', 'last'] as const)
        expect(instantOf(near - 1 + DAY_MS, zone, which, localTimeAt)).toBe(instantOf(near - 1 + DAY_MS, zone, which));
    }
  });
});
