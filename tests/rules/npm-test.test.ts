import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ESLint } from 'eslint';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { browserTestsFor, filesForJest } from '../../scripts/test/changes.mjs';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { judge, sumOf, summary } from '../../scripts/test/outcome.mjs';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { ofJest, ON_BOTH_DATABASES, phases } from '../../scripts/test/phases.mjs';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { runPhases } from '../../scripts/test/run-phases.mjs';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { chosenOf, countTests, RESULTS } from '../../scripts/test/runners.mjs';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { temporaryFolder } from '../../scripts/test/temporary-folder.mjs';

const root = path.join(import.meta.dirname, '../..');

describe('npm test', () => {
  it('has all its phases, and tells last what the tests prove', () => {
    expect((phases as { name: string }[]).map(({ name }) => name)).toEqual([
      'build',
      'lint',
      'types',
      'format',
      'imports',
      'unused',
      'versions',
      'compose',
      'unit',
      'postgres',
      'browser',
      'cluster',
      'coverage',
    ]);
  });

  it('begins each phase after those that it needs, which stand before it, and runs what does not depend on each other together', async () => {
    const names = (phases as { name: string }[]).map(({ name }) => name);
    for (const { name, after = [] } of phases as { name: string; after?: string[] }[])
      for (const needed of after) expect([name, names.slice(0, names.indexOf(name))]).toEqual([name, expect.arrayContaining([needed])]);

    const told: string[] = [];
    const ends = new Map<string, () => void>();
    const phase = (name: string, after?: string[]) => ({
      name,
      after,
      run: async () => {
        told.push(`${name} begins`);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        told.push(`${name} ends`);
        return { passed: 1, failed: 0, output: '' };
      },
    });
    const end = async (name: string) => {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    };
    jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const run = runPhases([phase('a'), phase('b', ['a']), phase('c', ['not asked for']), phase('d'), phase('e', ['b'])], {
      signal: new AbortController().signal,
    });
    for (const name of ['a', 'c', 'b', 'd', 'e']) await end(name);
    expect(await run).toHaveLength(5);
    jest.restoreAllMocks();
    expect(told).toEqual([
      ...['a begins', 'c begins', 'a ends', 'b begins', 'c ends', 'd begins'],
      ...['b ends', 'e begins', 'd ends', 'e ends'],
    ]);
  });

  it('says what it takes where it is asked, and in a sentence what it does not', () => {
    const asked = (...args: string[]) => spawnSync(process.execPath, ['scripts/test.mjs', ...args], { cwd: root, encoding: 'utf8' });
    expect(asked('--help')).toMatchObject({ status: 0, stdout: expect.stringMatching(/--only lint,unit .*browser/), stderr: '' });
    expect(asked('--onyl', 'lint')).toMatchObject({ status: 1, stdout: '', stderr: "Unknown option '--onyl'\n" });
    const alone = '--base says what --changed compares with: give both.\n';
    expect(asked('--base', 'HEAD', '--only', 'versions')).toMatchObject({ status: 1, stdout: '', stderr: alone });
  });

  it('keeps what it throws away in memory, and on the disk where memory has no room for it', () => {
    const inMemory = import.meta.dirname;
    expect(temporaryFolder({ inMemory, room: 1 })).toBe(inMemory);
    expect(temporaryFolder({ inMemory, room: Number.MAX_SAFE_INTEGER })).toBe(tmpdir());
    expect(temporaryFolder({ inMemory: path.join(inMemory, 'nowhere'), room: 1 })).toBe(tmpdir());
  });

  it('knows the files that run on both databases', () => {
    expect((ON_BOTH_DATABASES as string[]).filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it('runs what belongs on the embedded database there, also where a server is named', () => {
    expect(ofJest.unit.env).toMatchObject({ TEST_DATABASE_URL: '' });
  });

  it('runs a suite of a service on PostgreSQL, one about the embedded database on that, and one about both on both', () => {
    const [suite, embedded, both, other] = ['a/a.test.ts', 'a/a.embedded.test.ts', 'a/both.test.ts', 'b/b.test.ts'];
    const [tests, ofSubject] = [
      [suite, embedded, both, other],
      [suite, embedded, both],
    ];
    expect(chosenOf(tests, { never: ofSubject, always: [both] })).toEqual([embedded, both, other]);
    expect(chosenOf(tests, { only: ofSubject })).toEqual([suite, both]);
    expect(chosenOf([suite, other], { only: ofSubject })).toEqual([suite]);
  });

  it.each([
    ['fails without naming a test', 'process.exit(1)', { passed: 0, failed: 1 }],
    ['ends well, but before it told how its tests went', 'console.log("half of them")', { passed: 0, failed: 1 }],
    ['tells that its tests passed', 'fs.writeFileSync(process.env.TEST_RESULTS, `{"status":"passed"}\n`)', { passed: 1, failed: 0 }],
    ['tells of a second try', 'fs.writeFileSync(process.env.TEST_RESULTS, `{"status":"flaky"}\n`)', { passed: 0, failed: 1 }],
  ])('counts what a runner tells that %s', async (_, program, counts) => {
    const name = `runner-under-test-${randomUUID()}`;
    try {
      const outcome = await countTests(name, [process.execPath, '-e', program], { signal: new AbortController().signal });
      expect(outcome).toMatchObject(counts);
    } finally {
      for (const ending of ['jsonl', 'log']) rmSync(path.join(RESULTS, `${name}.${ending}`), { force: true });
    }
  });

  it.each(["it.only('a', f)", "test['only']('a', f)", "describe.only.each([])('a', f)", "fit('a', f)", "fdescribe('a', f)"])(
    'refuses %s, which keeps other tests from running',
    async (code) => {
      const eslint = new ESLint({ cwd: root, ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-syntax' });
      for (const filePath of ['shell/src/a.test.tsx', 'services/api/src/a.test.ts', 'tests/e2e/a.test.ts']) {
        const [result] = await eslint.lintText(code, { filePath: path.join(root, filePath) });
        expect(result?.messages.map(({ message }) => message)).toEqual([expect.stringMatching(/^The other tests would not run/)]);
      }
    },
  );

  it('names what was skipped, and fails for it where CI is set', () => {
    const outcome = { passed: 3, failed: 0, skipped: ['a.test.ts › flies'], output: 'said' };
    expect(judge(outcome, false)).toEqual(outcome);
    expect(judge(outcome, true)).toMatchObject({ passed: 3, failed: 1, skipped: [] });
    expect(judge(outcome, true).output).toContain('a.test.ts › flies');
    expect(summary(sumOf([outcome]))).toBe('\nSkipped:\n  a.test.ts › flies\n\n3 passed, 0 failed, 1 skipped');
  });

  it('adds up what its phases say', () => {
    const total = sumOf([
      { passed: 1, failed: 2, output: '' },
      { passed: 3, failed: 0, skipped: ['x'], output: '' },
    ]);
    expect(total).toMatchObject({ passed: 4, failed: 2, skipped: ['x'] });
    expect(summary(sumOf([{ passed: 4, failed: 2, output: '' }]))).toBe('\n4 passed, 2 failed');
  });

  it('says at the end again what failed and why', async () => {
    jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const failing = (name: string, outcome: object) => ({ name, run: async () => ({ passed: 0, failed: 1, output: '', ...outcome }) });
    const outcomes = await runPhases(
      [
        failing('lint', { output: 'a.ts\n  1:1  error  Unexpected any' }),
        failing('unit', { failures: [{ name: 'b.test.ts › flies', why: 'Expected: 1\nReceived: 2' }], output: 'all that Jest said' }),
      ],
      { signal: new AbortController().signal },
    );
    jest.restoreAllMocks();
    expect(summary(sumOf(outcomes))).toBe(
      [
        '',
        ...['Failed: lint', '  a.ts', '    1:1  error  Unexpected any', ''],
        ...['Failed: b.test.ts › flies', '  Expected: 1', '  Received: 2', ''],
        '0 passed, 2 failed',
      ].join('\n'),
    );
  });
});

describe('what an earlier run proved', () => {
  let results: string;
  let left: string;
  beforeEach(() => {
    results = mkdtempSync(path.join(tmpdir(), 'test-results-'));
    left = path.join(results, 'unit.jsonl');
    writeFileSync(left, '');
    // The table of the phases.
    jest.spyOn(console, 'log').mockImplementation(() => undefined);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(results, { recursive: true, force: true });
  });

  /** Whether each phase finds what an earlier run left. */
  async function found(...names: string[]): Promise<boolean[]> {
    const seen: boolean[] = [];
    const phase = (name: string) => ({
      name,
      run: async () => {
        seen.push(existsSync(left));
        return { passed: 1, failed: 0, output: '' };
      },
    });
    await runPhases(names.map(phase), { signal: new AbortController().signal, results });
    return seen;
  }

  it('counts no more once other phases run: one that is missing proves nothing', async () => {
    expect(await found('browser', 'coverage')).toEqual([false, false]);
  });

  it('is what the coverage is told of alone, and stays where it is not asked for', async () => {
    expect(await found('coverage')).toEqual([true]);
    expect(await found('lint', 'unit')).toEqual([true, true]);
  });
});

describe('npm test -- --changed asks in the browser', () => {
  const concerned = (...files: string[]) => browserTestsFor({ touched: files, files });

  it.each([
    ['nothing, for a document', ['docs/errors.md', 'README.md'], []],
    ['nothing, for a unit test', ['mf-auth/src/signin/signin-page.test.tsx', 'services/api/src/access.test.ts'], []],
    ['a changed browser test', ['tests/e2e/faults.test.ts'], ['tests/e2e/faults.test.ts']],
    [
      'what a remote contributes, and nothing of the others',
      ['mf-auth/src/signin/signin-page.tsx'],
      [
        'e2e/routes',
        'e2e/budgets',
        'e2e/room-for-text',
        'e2e/member/session',
        'e2e/member/forms',
        '--grep-invert=@mf-marketing|@mf-elevate|@mf-console',
      ],
    ],
    [
      'what several remotes contribute',
      ['mf-auth/src/routes.ts', 'mf-console/src/routes.ts', 'mf-elevate/src/routes.ts', 'mf-marketing/src/routes.ts'],
      [
        ...[
          'e2e/routes',
          'e2e/budgets',
          'e2e/room-for-text',
          'e2e/member/session',
          'e2e/member/forms',
          'e2e/releases/console',
          'e2e/desk',
          'e2e/console',
        ],
        ...['e2e/member/card', 'e2e/member/draft'],
      ],
    ],
    [
      'a changed browser test whole, also beside a remote',
      ['mf-auth/src/routes.ts', 'tests/e2e/faults.test.ts'],
      ['e2e/routes', 'e2e/budgets', 'e2e/room-for-text', 'e2e/member/session', 'e2e/member/forms', 'tests/e2e/faults.test.ts'],
    ],
    ['everything, for what all pages are made of', ['shared/ui/src/page-meta.tsx', 'mf-auth/src/routes.ts'], undefined],
    ['everything, for a file in the root', ['package.json'], undefined],
    ['everything, for what browser tests share', ['tests/e2e/fixtures.ts'], undefined],
  ])('%s', (_, files, tests) => {
    expect(concerned(...files)).toEqual(tests);
  });

  it('everything, for a removed file of a service', () => {
    expect(browserTestsFor({ touched: ['services/edge/src/plugin.ts'], files: [] })).toBeUndefined();
  });
});

describe('npm test -- --changed asks Jest', () => {
  it('for what imports a changed file, and for all tests of a package whose other files changed', async () => {
    const files = ['services/registry/migrations/0001_releases_and_revisions.sql', 'mf-auth/src/routes.ts', 'README.md'];
    const asked = await filesForJest({ touched: files, files }, ['services/registry', 'mf-auth']);
    expect(asked).toContain('mf-auth/src/routes.ts');
    expect(asked).toContain('services/registry/src/publish/publish.test.ts');
    expect(asked).not.toContain('mf-auth/src/auth-pages.test.tsx');
    expect(asked).not.toContain('README.md');
  });

  it.each([
    'deploy/nginx.conf',
    'docs/errors.md',
    'docker-compose.yml',
    'package-lock.json',
    'scripts/install.mjs',
    '.github/workflows/ci.yml',
  ])('for all tests that read what lies in no package: %s', async (file) => {
    for (const files of [[file], []]) {
      const asked = await filesForJest({ touched: [file], files }, ['services/platform', 'tests']);
      expect(asked).toEqual(expect.arrayContaining(['tests/rules/deploy.test.ts', 'services/platform/src/errors.test.ts']));
    }
  });

  it('for the one test that reads them, for changesets', async () => {
    const files = ['.changeset/observed.md', '.changeset/measured.md'];
    expect(await filesForJest({ touched: files, files }, ['services/platform', 'tests'])).toEqual(['tests/rules/repository.test.ts']);
  });

  it('for each test that names a document or what is deployed', async () => {
    const search = ['grep', '-lE', "'(\\.\\./)+(docs|deploy)/", '--', '*.test.ts', '*.test.tsx'];
    const naming = execFileSync('git', search, { cwd: root, encoding: 'utf8' }).trim().split('\n');
    const files = ['docs/errors.md'];
    expect(await filesForJest({ touched: files, files }, ['services/platform', 'tests'])).toEqual(expect.arrayContaining(naming));
  });
});
