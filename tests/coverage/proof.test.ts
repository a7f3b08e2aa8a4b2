import { describe, expect, it } from '@jest/globals';
import { problemsOf, proofOf } from './proof';
import type { Result } from './results';

const result = (name: string, status: Result['status'] = 'passed'): Result => ({ file: 'a.test.ts', name, status });
const RESULTS = [
  result('forms › send'),
  result('forms › send twice'),
  result('forms › refuse the e-mail a@'),
  result('forms › refuse the e-mail @b'),
  result('lists › are empty'),
];
const clause = (...tests: string[]) => ({ id: 'x', says: 'X.', quotes: ['X.'], tests });
const problems = (results: Result[], ...references: string[]) => problemsOf([clause(...references)], results);

describe('a clause is proven', () => {
  it.each(['forms › send twice', 'are empty', 'refuse the e-mail a@'])('by one test that ran and passed: %s', (name) => {
    expect(problems(RESULTS, `a.test.ts › ${name}`)).toEqual([]);
  });

  it('by the test that is named to its end, though another name begins so', () => {
    expect(proofOf('a.test.ts › forms › send', RESULTS).name).toBe('forms › send');
  });

  it('by every row of a table, which stands under what the names have in common', () => {
    const { name, tests } = proofOf('a.test.ts › refuse the …', RESULTS);
    expect([name, tests.length]).toEqual(['forms › refuse the e-mail …', 2]);
  });
});

describe('a clause is not proven', () => {
  it.each([
    ['b.test.ts › send', 'x: b.test.ts › send did not run'],
    ['a.test.ts › sent', 'x: a.test.ts › sent did not run'],
    ['a.test.ts', 'x: a.test.ts did not run'],
    ['a.test.ts › sent …', 'x: a.test.ts › sent … did not run'],
    ['a.test.ts › refuse the', 'x: a.test.ts › refuse the is named so by 2 tests'],
  ])('by %s', (reference, problem) => {
    expect(problems(RESULTS, reference)).toEqual([problem]);
  });

  it.each([
    ['failed', 'x: a.test.ts › send failed'],
    ['skipped', 'x: a.test.ts › send was skipped'],
    ['flaky', 'x: a.test.ts › send passed only at a second try'],
  ] as const)('by a test that %s', (status, problem) => {
    expect(problems([result('send', status)], 'a.test.ts › send')).toEqual([problem]);
  });

  it('by a table of which one row failed', () => {
    const results = [result('refuse a'), result('refuse b', 'failed')];
    expect(problems(results, 'a.test.ts › refuse …')).toEqual(['x: a.test.ts › refuse b failed']);
  });
});

describe('the name of a table', () => {
  const nameOf = (reference: string, ...names: string[]): string =>
    proofOf(
      `a.test.ts › ${reference}`,
      names.map((name) => result(name)),
    ).name;

  it('has … for what differs before, within and behind the fragment', () => {
    const names = ['home › the door stands at 1 and leads to a room', 'home › the gate stands at 2 and leads to a yard'];
    expect(nameOf('stands at … and leads', ...names)).toBe('home › the … stands at … and leads to a …');
  });

  it('says nothing twice', () => {
    expect(nameOf('… is dated', 'the privacy policy is dated', 'the terms of use is dated')).toBe('the … is dated');
    expect(nameOf('refuses …', 'phone › refuses a', 'phone › refuses b')).toBe('phone › refuses …');
  });
});
