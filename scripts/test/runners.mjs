/** Starts the test runners and counts what they ran. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bin, run } from '../child.mjs';
import { root, workspaces } from '../workspaces.mjs';
import { filesForJest } from './changes.mjs';
import { nothingToDo } from './outcome.mjs';

/** Where each runner leaves what it ran, for the phase `coverage` and for `npm run spec-coverage`, and what it said. */
export const RESULTS = path.join(root, '.cache', 'test-results');

/**
 * A runner that fails without naming a failed test (a file that does not load, a set-up that throws) counts as one failure. A test that
 * passed at a second try has failed.
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
async function countTests(name, command, args, { signal }, env) {
  const file = path.join(RESULTS, `${name}.jsonl`);
  mkdirSync(RESULTS, { recursive: true });
  rmSync(file, { force: true });
  const { code, output } = await run(bin(command), args, { signal, env: { ...env, TEST_RESULTS: file } });
  writeFileSync(path.join(RESULTS, `${name}.log`), output);
  const results = readResults(file);
  const named = (...statuses) => results.filter(({ status }) => statuses.includes(status));
  const failed = named('failed', 'flaky').length;
  return {
    passed: named('passed').length,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: named('skipped').map((test) => `${test.file} › ${test.name}`),
    output,
  };
}

function readResults(file) {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

const ESM = { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' };

/**
 * @param {string} name of the phase
 * @param {{ folder?: string, about?: string[] }} which Only tests below a folder, and only those that reach one of these files by imports. Paths
 *   are from the root of the repository.
 * @param {import('./phases.mjs').Context} context
 * @param {Record<string, string>} [env]
 */
export async function jest(name, { folder = '', about }, context, env) {
  const { changes, signal } = context;
  const testsOf = (files) => relatedTests(files, folder, { signal, env });
  const ofChanges = changes && (await testsOf(await filesForJest(changes, [...workspaces().values()])));
  const ofSubject = about && (await testsOf(about));
  const chosen = ofChanges && ofSubject ? ofChanges.filter((test) => ofSubject.includes(test)) : (ofChanges ?? ofSubject);
  if (chosen?.length === 0) return nothingToDo();
  const paths = chosen ? [...chosen, '--runTestsByPath'] : [folder].filter(Boolean);
  const reporters = ['--reporters=default', '--reporters=./tests/coverage/jest-reporter.mjs'];
  // Whatever a file leaves open has failed it by then (scripts/jest/node-environment.mjs); it must not keep the run from ending too.
  return countTests(name, 'jest', [...paths, '--maxWorkers=2', '--ci', '--forceExit', ...reporters], context, { ...ESM, ...env });
}

/** The tests below a folder that reach one of the files, as far as imports tell. */
async function relatedTests(files, folder, { signal, env }) {
  if (files.length === 0) return [];
  const { code, output } = await run(bin('jest'), ['--listTests', '--findRelatedTests', ...files], { signal, env: { ...ESM, ...env } });
  if (code !== 0) throw new Error(output);
  return output.split('\n').filter((file) => file.startsWith(path.join(root, folder)));
}

/**
 * @param {string} name of the phase
 * @param {string[]} tests All where none is named.
 * @param {import('./phases.mjs').Context} context
 * @param {Record<string, string>} env
 */
export const playwright = (name, tests, context, env) =>
  countTests(
    name,
    'playwright',
    ['test', '-c', 'tests/playwright.config.ts', '--reporter=line,./tests/coverage/playwright-reporter.mjs', ...tests],
    context,
    env,
  );
