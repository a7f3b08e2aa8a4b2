/** Writes `docs/spec-coverage.md`. Stops, and says why, when a clause is not proven. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parts } from './clauses';
import { coverageDocument, DOCUMENT } from './document';
import { problemsOf } from './proof';
import { declarationsOfRepository } from './test-names';

const root = path.resolve(import.meta.dirname, '../..');
const declarations = declarationsOfRepository(root);
const clauses = parts.flatMap((part) => part.clauses);
const problems = problemsOf(clauses, declarations);

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else {
  writeFileSync(path.join(root, DOCUMENT), coverageDocument(parts, declarations));
  console.log(`${DOCUMENT}: ${clauses.length} clauses`);
}
