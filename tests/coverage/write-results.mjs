/** What the reporters leave: one line of JSON for each test, as results.ts reads it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ file: string, name: string, status: 'passed' | 'skipped' | 'flaky' | 'failed', why?: string }} Result */

/**
 * Where the reporters write: a file of its own for each run of a runner.
 * @throws Error when nobody said where.
 */
export function resultsFile() {
  const file = process.env.TEST_RESULTS;
  if (!file) throw new Error('TEST_RESULTS is not set: it names the file to write the results to.');
  return file;
}

/** Titles of groups and tests as one name. */
export const nameOf = (/** @type {string[]} */ titles) => titles.join(' › ');

/** What is kept of why a test failed, where it did. */
export const reason = (/** @type {string[]} */ messages) =>
  messages.length > 0 ? { why: stripVTControlCharacters(messages.join('\n\n')) } : {};

/** From the root of the repository, with slashes. */
export const relative = (/** @type {string} */ file) =>
  path.relative(path.resolve(import.meta.dirname, '../..'), file).replaceAll(path.sep, '/');

/** @param {string} file @param {Result[]} results */
export function writeResults(file, results) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, results.map((result) => `${JSON.stringify(result)}\n`).join(''));
}
