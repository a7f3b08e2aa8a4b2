/**
 * Checks that every clause of the specification and every requirement of security is proven by tests that ran and passed, and that the
 * documents say so: `node --import tsx tests/coverage/run.ts [--results <folder>]`. With `--write` it writes them instead of comparing them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parts } from './clauses';
import { coverageDocument, DOCUMENT } from './document';
import { problemsOf } from './proof';
import { readResults } from './results';
import { securityDocuments } from './security/documents';
import { securityText } from './security/document';

const root = path.resolve(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: { results: { type: 'string', default: path.join(root, '.cache', 'test-results') }, write: { type: 'boolean', default: false } },
});

function check(): string[] {
  const results = readResults(values.results);
  if (results.length === 0) return [`There are no results in ${values.results}: run npm test first.`];
  const clauses = parts.flatMap((part) => part.clauses);
  const requirements = securityDocuments.flatMap(({ chapters }) => chapters).flatMap((chapter) => chapter.requirements);
  const problems = problemsOf([...clauses, ...requirements.map(({ id, tests = [] }) => ({ id, tests }))], results);
  if (problems.length > 0) return problems;
  const documents = [
    { file: DOCUMENT, text: coverageDocument(parts, results) },
    ...securityDocuments.map((document) => ({ file: document.file, text: securityText(document, results) })),
  ];
  for (const { file, text } of values.write ? documents : []) writeFileSync(path.join(root, file), text);
  const outdated = documents.filter(({ file, text }) => readText(file) !== text);
  if (outdated.length > 0) return outdated.map(({ file }) => `${file} is not up to date: run npm run spec-coverage.`);
  console.log(`${clauses.length} clauses of the specification are proven by tests that ran and passed, and so is what ${docsOf()} say.`);
  return [];
}

const readText = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const docsOf = (): string => securityDocuments.map(({ file }) => file).join(' and ');

const problems = check();
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
