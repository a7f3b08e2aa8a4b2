import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { ofJest } from '../../scripts/test/phases.mjs';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { testsOf } from '../../scripts/test/runners.mjs';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { workspaces } from '../../scripts/workspaces.mjs';
import playwright from '../playwright.config';

// The files that need a PostgreSQL server are looked at in the phase that names one, and those of the cluster in its own.
process.env.TEST_DATABASE_URL ||= 'postgres:';
process.env.CLUSTER ||= 'short';
// @ts-expect-error -- plain JavaScript without types: the runner loads it as it is
const { default: jest } = (await import('../../jest.config.mjs')) as { default: { projects: JestProject[] } };

const root = path.resolve(import.meta.dirname, '../..');
/** What runners take for a test unless they are told otherwise, so that also one under a name of another habit is missed. */
const TEST = /\.(?:test|spec)\.[cm]?[jt]sx?$|\/__tests__\/.*\.[cm]?[jt]sx?$/;
/** What Playwright runs where nothing else is said. */
const PLAYWRIGHTS_TEST = /\.(?:test|spec)\.[cm]?[jt]sx?$/;
const SOURCE = /\/src\/.*\.[cm]?[jt]sx?$/;

/** Packages without tests of their own, and why. */
const WITHOUT_TESTS = {
  'shared/router': 'It only hands on a part of react-router-dom.',
  'shared/testing': 'The tests of pages run on it.',
};

interface JestProject {
  displayName: string;
  testMatch: string[];
  testPathIgnorePatterns?: string[];
}

interface JestPhase {
  which: object;
  env?: Record<string, string>;
}

interface Runner {
  name: string;
  /** @param file from the root of the repository, with slashes */
  runs: (file: string) => boolean;
}

const jestRunner = ({ displayName, testMatch, testPathIgnorePatterns = [] }: JestProject): Runner => ({
  name: `jest ${displayName}`,
  runs: (file) =>
    testMatch.some((glob) => path.matchesGlob(file, glob.replace('<rootDir>/', ''))) &&
    !testPathIgnorePatterns.some((pattern) => new RegExp(pattern).test(`/${file}`)),
});

type Patterns = string | RegExp | readonly (string | RegExp)[];

/** As Playwright reads them: a pattern may begin anywhere in the path. */
const fits = (file: string, patterns: Patterns): boolean =>
  [patterns].flat().some((one) => (typeof one === 'string' ? path.matchesGlob(file, `**/${one}`) : one.test(file)));

/** One runner for all its projects: a test may run in several of them, at several widths. */
const playwrightRunner: Runner = {
  name: 'playwright',
  runs: (file) =>
    file.startsWith(`${path.posix.join('tests', playwright.testDir ?? '')}/`) &&
    (playwright.projects ?? []).some(
      ({ testMatch = playwright.testMatch ?? PLAYWRIGHTS_TEST, testIgnore = playwright.testIgnore ?? [] }) =>
        fits(file, testMatch) && !fits(file, testIgnore),
    ),
};

function problemsOf(files: readonly string[], packages: readonly string[], runners: readonly Runner[]): string[] {
  const tests = files.filter((file) => TEST.test(file)).map((file) => ({ file, by: runners.filter(({ runs }) => runs(file)) }));
  const counts = tests.flatMap(({ file, by }) => {
    if (by.length === 1) return [];
    return [by.length === 0 ? `No runner looks at ${file}` : `${by.map(({ name }) => name).join(' and ')} run ${file}`];
  });
  const silent = packages.filter(
    (folder) =>
      !Object.hasOwn(WITHOUT_TESTS, folder) &&
      files.some((file) => file.startsWith(`${folder}/`) && SOURCE.test(file) && !TEST.test(file)) &&
      !tests.some(({ file, by }) => file.startsWith(`${folder}/`) && by.length > 0),
  );
  return [...counts, ...silent.map((folder) => `No runner looks at a test of ${folder}`)];
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(root, file)));
const packages = [...(workspaces() as Map<string, string>).values()];
const jestRunners = jest.projects.map(jestRunner);
const runners = [...jestRunners, playwrightRunner];

describe('the tests of the repository', () => {
  it('are each looked at by one runner, and so is each package', () => {
    expect(problemsOf(files, packages, runners)).toEqual([]);
  });

  it('are missing only where there is a package that has none', () => {
    const hasNone = (folder: string) =>
      packages.includes(folder) && !files.some((file) => file.startsWith(`${folder}/`) && TEST.test(file));
    expect(Object.keys(WITHOUT_TESTS).filter((folder) => !hasNone(folder))).toEqual([]);
  });

  it.each([
    ['services/api/src/access.test.ts', 'jest node'],
    ['shared/ui/src/page-meta.test.tsx', 'jest browser'],
    ['tests/rules/runners.test.ts', 'jest node'],
    ['tests/e2e/routes.test.ts', 'playwright'],
    ['tests/e2e/releases/releases.test.ts', 'playwright'],
  ])('such as %s are run by %s', (file, name) => {
    expect(runners.filter(({ runs }) => runs(file)).map((runner) => runner.name)).toEqual([name]);
  });
});

it('each test that Jest looks at is run in a phase, and what keeps the whole machine busy in one of its own', async () => {
  const { signal } = new AbortController();
  const testsIn = async ({ which, env }: JestPhase): Promise<string[]> =>
    testsOf(which, { signal }, { TEST_DATABASE_URL: 'postgres:', ...env });
  const { unit, postgres, cluster } = ofJest as Record<'unit' | 'postgres' | 'cluster', JestPhase>;
  const [inUnit, onPostgres, inCluster] = await Promise.all([testsIn(unit), testsIn(postgres), testsIn(cluster)]);
  const run = new Set([...inUnit, ...onPostgres, ...inCluster]);
  const lookedAt = files.filter((file) => TEST.test(file) && jestRunners.some(({ runs }) => runs(file)));
  expect(lookedAt.filter((file) => !run.has(path.join(root, file)))).toEqual([]);
  expect(inUnit.filter((file) => inCluster.includes(file))).toEqual([]);
});

it('what only a PostgreSQL server can show takes it from where the phase that has one looks', () => {
  const onServer = files.filter((file) => file.endsWith('.postgres.test.ts'));
  expect(onServer).not.toEqual([]);
  const imports = (file: string) =>
    readFileSync(path.join(root, file), 'utf8').match(/^import .* from '(?:@site\/platform|\.{1,2})(?:\/.*)?\/testing';$/gm);
  expect(onServer.filter((file) => imports(file) === null)).toEqual([]);
});

describe('the rule refuses', () => {
  it.each([
    ['a test that no runner looks at', ['tests/new/a.test.ts'], ['No runner looks at tests/new/a.test.ts']],
    ['a test under another ending', ['services/api/src/a.test.js'], ['No runner looks at services/api/src/a.test.js']],
    ['a test under another name', ['services/api/src/a.spec.ts'], ['No runner looks at services/api/src/a.spec.ts']],
    ['a test in a folder for tests', ['shared/ui/src/__tests__/a.ts'], ['No runner looks at shared/ui/src/__tests__/a.ts']],
    [
      'a package that no runner looks at',
      ['elsewhere/a/src/a.ts', 'elsewhere/a/src/a.test.ts'],
      ['No runner looks at elsewhere/a/src/a.test.ts', 'No runner looks at a test of elsewhere/a'],
    ],
    ['a package without tests', ['elsewhere/a/src/a.ts'], ['No runner looks at a test of elsewhere/a']],
  ])('%s', (_, added, problems) => {
    expect(problemsOf([...files, ...added], [...packages, 'elsewhere/a'], runners)).toEqual(problems);
  });

  it('a test that two runners look at', () => {
    const greedy = { name: 'another', runs: (file: string) => file === 'shell/a.test.ts' };
    expect(problemsOf(['shell/a.test.ts'], [], [...runners, greedy])).toEqual(['jest browser and another run shell/a.test.ts']);
  });
});
