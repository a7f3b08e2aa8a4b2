import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { describeSteps, parseSteps, parseTime, readSteps } from './plan-text';

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

describe('a plan that a team keeps in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plan-'));
  const file = (text: string) => {
    writeFileSync(join(folder, 'careful.plan'), text);
    return join(folder, 'careful.plan');
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has its steps on lines of their own or not, and words for its readers', () => {
    const steps = parseSteps('5%:10m,25%:wait,100%');
    expect(readSteps(file('# For what members see.\n5%:10m\n25%:wait # somebody looks at the inbox\n\n100%\n'))).toEqual(steps);
    expect(readSteps(file('5%:10m, 25%:wait\r\n100%'))).toEqual(steps);
    expect(readSteps('5%:10m,25%:wait,100%')).toEqual(steps);
  });

  it('is refused with its name when it is none, and when there is no such file', () => {
    expect(readSteps(file('5%:10m\nall\n'))).toMatch(/careful\.plan: 'all' is not a step\. Write a plan as/);
    expect(readSteps(file(''))).toMatch(/careful\.plan: '' is not a step/);
    expect(readSteps(join(folder, 'none'))).toMatch(/none' is no plan such as 5%:10m,25%:wait,100%, and no file that can be read\.$/);
    expect(readSteps(folder)).toMatch(/no file that can be read/);
  });
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

  it('of a day that no month has is none', () => {
    for (const text of ['2026-02-30T10:00Z', '2027-02-29T10:00Z', '2026-11-31T10:00']) expect(parseTime(text, now)).toBeNull();
    expect(parseTime('2028-02-29T10:00Z', now)).toEqual(new Date('2028-02-29T10:00Z'));
  });
});
