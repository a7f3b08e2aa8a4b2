import { describe, expect, it } from '@jest/globals';
import { describeSteps, parseSteps, parseTime } from './plan-text';

describe('the steps of a plan', () => {
  it.each([
    ['5%:10m,25%:30m,100%', [500, 10, 2_500, 30, 10_000, null]],
    ['0.5%:wait,100%', [50, null, 10_000, null]],
    ['1%:2h,50%:1d,100%', [100, 120, 5_000, 1_440, 10_000, null]],
    ['100%', [10_000, null]],
  ])('%s are read and written the same', (text, expected) => {
    const steps = parseSteps(text);
    expect(typeof steps === 'string' ? steps : steps.flatMap(({ basisPoints, minutes }) => [basisPoints, minutes])).toEqual(expected);
    if (typeof steps !== 'string') expect(describeSteps(steps)).toBe(text);
  });

  it.each([
    '',
    '5%',
    '5%:10m',
    '5%:10m,5%:10m,100%',
    '50%:1h,5%:1h,100%',
    '5:10m,100%',
    '5%:0m,100%',
    '5%:31d,100%',
    '100%:5m',
    '5%:10s,100%',
    '5%:10m;100%',
  ])('%s are refused with a sentence', (text) => expect(parseSteps(text)).toEqual(expect.stringContaining('5%:10m,25%:wait,100%')));
});

describe('a time', () => {
  const now = new Date(2026, 10, 22, 14, 0);

  it('of the clock is the next one: today, or tomorrow if it has passed', () => {
    expect(parseTime('14:30', now)).toEqual(new Date(2026, 10, 22, 14, 30));
    expect(parseTime('14:00', now)).toEqual(new Date(2026, 10, 23, 14, 0));
    expect(parseTime('9:05', now)).toEqual(new Date(2026, 10, 23, 9, 5));
  });

  it('in full is that one, and anything else is none', () => {
    expect(parseTime('2026-11-22T14:30:00Z', now)).toEqual(new Date('2026-11-22T14:30:00Z'));
    for (const text of ['25:00', '12', 'noon', '2026-11-22', '2026-99-99T00:00']) expect(parseTime(text, now)).toBeNull();
  });
});
