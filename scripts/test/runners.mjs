/** Starts the test runners and counts what they ran. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bin, run } from '../child.mjs';
import { root, workspaces } from '../workspaces.mjs';
import { filesForJest } from './changes.mjs';
import { nothingToDo } from './outcome.mjs';

/** Where each runner leaves what it ran, for the phase `coverage` and for `npm run spec-coverage`, and what it said. */
export const RESULTS = path.join(root, '.cache', 'test-results');

const UNTOLD = 'The runner ended before it told how its tests went.';

/**
 * A runner that fails without naming a failed test (a file that does not load, a set-up that throws) counts as one failure, and so does one
 * that tells nothing, however well it ended: a test that calls `process.exit(0)` ends Jest in this way. A test that passed at a second try has failed.
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export async function countTests(name, [command, ...args], options) {
  const file = path.join(RESULTS, `${name}.jsonl`);
  mkdirSync(RESULTS, { recursive: true });
  rmSync(file, { force: true });
  const { code, output } = await run(command, args, { ...options, env: { ...options.env, TEST_RESULTS: file } });
  writeFileSync(path.join(RESULTS, `${name}.log`), output);
  const told = readResults(file);
  const results = told ?? [];
  // One that was stopped had no time to.
  const isUntold = told === null && !options.signal.aborted;
  const named = (...statuses) => results.filter(({ status }) => statuses.includes(status));
  const failures = named('failed', 'flaky');
  const isRed = code !== 0 || isUntold;
  return {
    passed: named('passed').length,
    failed: isRed && failures.length === 0 ? 1 : failures.length,
    failures: failures.map(({ file, name, why = '' }) => ({ name: `${file} › ${name}`, why })),
    skipped: named('skipped').map((test) => `${test.file} › ${test.name}`),
    output: isUntold ? `${output}\n${UNTOLD}` : output,
  };
}

/** Null where nothing was told. */
function readResults(file) {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/** One more than the cores that the tests are meant for: a quarter of its time, a test waits for a process, a clock or a disk. */
const WORKERS = 3;

const ESM = { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' };

/**
 * Flags of V8 for Jest, which hands them on to its workers. A worker loads everything anew for each test file, and Node 20 frees nothing that ES
 * modules in a test file's context have loaded. To look through all of that for garbage again and again, and to optimize code that lives as long
 * as one test file, cost more than they brought.
 */
const FOR_SHORT_LIVES = [
  // In MiB. A smaller heap is not looked through.
  '--initial-heap-size=1500',
  '--no-memory-reducer',
  '--min-semi-space-size=32',
  '--max-semi-space-size=64',
  // In bytes of bytecode: seven times as many as otherwise run in a function before it is optimized.
  '--interrupt-budget=500000',
];

/** Says by its name that it is about the embedded database: it runs where no server is named, whatever it imports. */
const isOfEmbedded = (test) => test.endsWith('.embedded.test.ts');

/**
 * @param {string[]} tests Paths.
 * @param {{ only?: string[], never?: string[], always?: string[] }} which Those of a subject, which runs on a server; or all but those of the
 *   subject, of which some files run always.
 */
export function chosenOf(tests, { only, never = [], always = [] }) {
  if (only) return tests.filter((test) => only.includes(test) && !isOfEmbedded(test));
  return tests.filter((test) => !never.includes(test) || always.includes(test) || isOfEmbedded(test));
}

/**
 * Tests below one of the folders that reach the file by imports. Paths are from the root of the repository.
 * @typedef {{ folders: string[], file: string }} Subject
 *
 * All tests, or those of a subject; but for those of the other, some files of which run always.
 * @typedef {{ about?: Subject, but?: Subject, always?: string[] }} Which
 *
 * @param {Which} which
 * @param {Pick<import('./phases.mjs').Context, 'changes' | 'signal'>} context
 * @param {Record<string, string>} [env]
 * @returns {Promise<string[]>} Paths of those that are to be run.
 */
export async function testsOf({ about, but, always = [] }, { changes, signal }, env) {
  const list = (...args) => listTests(args, { signal, env });
  const related = async (files) => (files.length === 0 ? [] : list('--findRelatedTests', ...files));
  const ofSubject = async ({ folders, file }) =>
    (await related([file])).filter((test) => folders.some((folder) => test.startsWith(path.join(root, folder, path.sep))));
  // Each of these reads all that Jest knows of the repository, with one core.
  const [inQuestion, only, never] = await Promise.all([
    changes ? filesForJest(changes, [...workspaces().values()]).then(related) : list(),
    about && ofSubject(about),
    but && ofSubject(but),
  ]);
  return chosenOf(inQuestion, { only, never, always: always.map((file) => path.join(root, file)) });
}

/**
 * @param {string} name of the phase
 * @param {Which} which
 * @param {import('./phases.mjs').Context} context
 * @param {Record<string, string>} [env]
 */
export async function jest(name, which, context, env) {
  const { signal } = context;
  const chosen = await testsOf(which, context, env);
  if (chosen.length === 0) return nothingToDo();
  const reporters = ['--reporters=default', '--reporters=./tests/coverage/jest-reporter.mjs'];
  // Whatever a file leaves open has failed it by then (scripts/jest/node-environment.mjs); it must not keep the run from ending too.
  const flags = ['--runTestsByPath', `--maxWorkers=${WORKERS}`, '--ci', '--forceExit', ...reporters];
  return countTests(name, [process.execPath, ...FOR_SHORT_LIVES, bin('jest'), ...chosen, ...flags], { signal, env: { ...ESM, ...env } });
}

async function listTests(args, { signal, env }) {
  const { code, output } = await run(bin('jest'), ['--listTests', ...args], { signal, env: { ...ESM, ...env } });
  if (code !== 0) throw new Error(output);
  return output.split('\n').filter((file) => file.startsWith(root));
}

/** It ends its sites and removes their data at no other signal; a site may take a while to end. */
const STOPPED_BY_CTRL_C = { stopBy: 'SIGINT', graceMs: 30_000 };

/**
 * @param {string} name of the phase
 * @param {string[]} tests All where none is named.
 * @param {import('./phases.mjs').Context} context
 * @param {Record<string, string>} env
 */
export const playwright = (name, tests, { signal }, env) =>
  countTests(
    name,
    [bin('playwright'), 'test', '-c', 'tests/playwright.config.ts', '--reporter=line,./tests/coverage/playwright-reporter.mjs', ...tests],
    { ...STOPPED_BY_CTRL_C, signal, env },
  );
