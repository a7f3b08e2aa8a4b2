/**
 * Checks that every clause is proven by tests that ran and passed, and that `docs/spec-coverage.md` says so:
 * `node --import tsx tests/coverage/run.ts [--results <folder>]`. With `--write` it writes the document instead of comparing it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parts } from './clauses';
import { coverageDocument, DOCUMENT } from './document';
import { problemsOf } from './proof';
import { readResults } from './results';

const root = path.resolve(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: { results: { type: 'string', default: path.join(root, '.cache', 'test-results') }, write: { type: 'boolean', default: false } },
});

function check(): string[] {
  const results = readResults(values.results);
  if (results.length === 0) return [`There are no results in ${values.results}: run npm test first.`];
  const clauses = parts.flatMap((part) => part.clauses);
  const problems = problemsOf(clauses, results);
  if (problems.length > 0) return problems;
  const text = coverageDocument(parts, results);
  if (values.write) writeFileSync(path.join(root, DOCUMENT), text);
  if (readFileSync(path.join(root, DOCUMENT), 'utf8') !== text) return [`${DOCUMENT} is not up to date: run npm run spec-coverage.`];
  console.log(`${clauses.length} clauses of the specification are proven by tests that ran and passed.`);
  return [];
}

const problems = check();
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
