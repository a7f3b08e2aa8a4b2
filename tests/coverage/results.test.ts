import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
// @ts-expect-error -- plain JavaScript without types: runners load it as it is
import JestReporter from './jest-reporter.mjs';
// @ts-expect-error -- plain JavaScript without types: runners load it as it is
import PlaywrightReporter from './playwright-reporter.mjs';
import { readResults } from './results';
// @ts-expect-error -- plain JavaScript without types: runners load it as it is
import { writeResults } from './write-results.mjs';

const root = path.resolve(import.meta.dirname, '../..');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'results-'));
  process.env.TEST_RESULTS = path.join(folder, 'run.jsonl');
});

afterEach(() => {
  delete process.env.TEST_RESULTS;
  rmSync(folder, { recursive: true, force: true });
});

describe('results', () => {
  const test = { file: 'a.test.ts', name: 'works' };

  it.each([
    ['passed', 'failed', 'failed'],
    ['failed', 'passed', 'failed'],
    ['passed', 'skipped', 'skipped'],
    ['flaky', 'passed', 'flaky'],
    ['passed', 'passed', 'passed'],
  ] as const)('of a test that %s in one run and %s in another: it %s', (one, other, status) => {
    writeResults(path.join(folder, 'unit.jsonl'), [{ ...test, status: one }]);
    writeResults(path.join(folder, 'postgres.jsonl'), [{ ...test, status: other }]);
    expect(readResults(folder)).toEqual([{ ...test, status }]);
  });

  it('are none where nothing ran', () => {
    expect(readResults(path.join(folder, 'none'))).toEqual([]);
  });
});

describe('the reporter of Jest', () => {
  const test = (title: string, status: string, more = {}) => ({
    ancestorTitles: ['a group'],
    title,
    status,
    failureMessages: [],
    ...more,
  });

  it('leaves file, name and status of each test, and why one failed', () => {
    const testResults = [
      ...[
        test('a', 'passed'),
        test('b', 'failed', { failureMessages: ['\u001b[31mExpected: 1\u001b[39m'] }),
        test('c', 'pending'),
        test('d', 'todo'),
      ],
      ...[test('e', 'passed', { invocations: 2 }), test('f', 'passed', { failing: true })],
    ];
    new JestReporter().onRunComplete(new Set(), { testResults: [{ testFilePath: path.join(root, 'shell/x.test.ts'), testResults }] });
    expect(readResults(folder)).toEqual([
      { file: 'shell/x.test.ts', name: 'a group › a', status: 'passed' },
      { file: 'shell/x.test.ts', name: 'a group › b', status: 'failed', why: 'Expected: 1' },
      { file: 'shell/x.test.ts', name: 'a group › c', status: 'skipped' },
      { file: 'shell/x.test.ts', name: 'a group › d', status: 'skipped' },
      { file: 'shell/x.test.ts', name: 'a group › e', status: 'flaky' },
      { file: 'shell/x.test.ts', name: 'a group › f', status: 'failed' },
    ]);
  });

  it('says so when it was not told where to write', () => {
    delete process.env.TEST_RESULTS;
    expect(() => new JestReporter()).toThrow('TEST_RESULTS is not set');
  });
});

describe('the reporter of Playwright', () => {
  const test = (project: string, title: string, outcome: string, expectedStatus = 'passed') => ({
    location: { file: path.join(root, 'tests/e2e/x.test.ts') },
    titlePath: () => ['', project, 'e2e/x.test.ts', 'a group', title],
    outcome: () => outcome,
    expectedStatus,
    results: [{ errors: outcome === 'unexpected' ? [{ message: 'Expected: 2' }] : [] }],
  });

  it('leaves the worst of its projects for each test, and why it failed', () => {
    const reporter = new PlaywrightReporter();
    const tests = [
      ...[test('desktop', 'a', 'expected'), test('phone', 'a', 'unexpected'), test('desktop', 'b', 'flaky')],
      ...[test('desktop', 'c', 'skipped'), test('phone', 'd', 'expected'), test('desktop', 'e', 'expected', 'failed')],
    ];
    reporter.onBegin({}, { allTests: () => tests });
    reporter.onEnd();
    expect(readResults(folder).map(({ name, status, why = '' }) => [name, status, why])).toEqual([
      ['a group › a', 'failed', 'Expected: 2'],
      ['a group › b', 'flaky', ''],
      ['a group › c', 'skipped', ''],
      ['a group › d', 'passed', ''],
      ['a group › e', 'failed', ''],
    ]);
  });
});
