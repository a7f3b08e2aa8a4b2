/** What `npm test` consists of. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bin, run } from '../child.mjs';
import { ensureBrowser } from './browser.mjs';
import { startPostgres } from './postgres.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped?: number, output: string }} Outcome
 * @typedef {{ name: string, alone?: boolean, run: (signal: AbortSignal) => Promise<Outcome> }} Phase
 *   `alone`: it uses every core by itself, or measures time.
 */

/** A check that passes or fails as a whole. */
const check = (name, command, ...args) => ({
  name,
  run: async (signal) => {
    const { code, output } = await run(bin(command), args, { signal });
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
  },
});

/**
 * Runs a test runner that writes a report, and counts its tests. A runner that fails without naming a failed test (a file that does
 * not load, a set-up that throws) counts as one failure.
 */
async function countTests(command, args, { env, signal, count, report }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'report-'));
  const file = path.join(folder, 'report.json');
  try {
    const { code, output } = await run(bin(command), [...args, ...report.args(file)], { signal, env: { ...env, ...report.env(file) } });
    const { passed, failed, skipped } = count(readReport(file));
    return { passed, skipped, failed: code !== 0 && failed === 0 ? 1 : failed, output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

const jest = (args, { env, signal }) =>
  countTests('jest', ['--maxWorkers=2', ...args], {
    env: { NODE_OPTIONS: '--experimental-vm-modules --no-warnings', ...env },
    signal,
    report: { args: (file) => ['--json', `--outputFile=${file}`], env: () => ({}) },
    count: ({ numPassedTests: passed = 0, numFailedTests = 0, numRuntimeErrorTestSuites = 0, numPendingTests: skipped = 0 }) => ({
      passed,
      failed: numFailedTests + numRuntimeErrorTestSuites,
      skipped,
    }),
  });

const playwright = (args, { env, signal }) =>
  countTests('playwright', ['test', '-c', 'tests/playwright.config.ts', ...args], {
    env,
    signal,
    report: { args: () => ['--reporter=line,json'], env: (file) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: file }) },
    count: ({ stats: { expected: passed = 0, unexpected = 0, flaky = 0, skipped = 0 } = {} }) => ({
      passed: passed + flaky,
      failed: unexpected,
      skipped,
    }),
  });

/** The suites of the services once more, on PostgreSQL instead of the embedded database. */
async function onPostgres(signal) {
  if (process.env.TEST_DATABASE_URL) return jest(['services/'], { signal });
  const server = await startPostgres({ signal });
  if (!server) return { passed: 0, failed: 0, skipped: 1, output: 'There is no PostgreSQL here: the services were tested on PGlite only.' };
  try {
    return await jest(['services/'], { signal, env: { TEST_DATABASE_URL: server.url } });
  } finally {
    await server.stop();
  }
}

async function inBrowser(signal) {
  return playwright([], { signal, env: { CHROMIUM_PATH: await ensureBrowser({ signal }) } });
}

/** @type {Phase[]} */
export const phases = [
  check('build', 'lerna', 'run', 'build'),
  check('lint', 'eslint', '.'),
  check('types', 'tsc', '--noEmit'),
  check('format', 'prettier', '--check', '.', '--log-level=warn'),
  check('imports', 'depcruise', '--config', '.dependency-cruiser.cjs', 'shell', 'mf-*', 'shared', 'services', 'tools', 'tests', 'scripts'),
  check('unused', 'knip'),
  check('versions', 'sherif', '--fail-on-warnings'),
  check('compose', 'dclint', 'docker-compose.yml'),
  { name: 'unit', alone: true, run: (signal) => jest([], { signal }) },
  { name: 'postgres', alone: true, run: onPostgres },
  { name: 'browser', alone: true, run: inBrowser },
];
