/** `docs/spec-coverage.md`, as it follows from the clauses and the tests. */
import path from 'node:path';
import { SECTIONS, type Clause, type Part } from './clause';
import { proofsOf, type Proof } from './proof';
import type { Declaration } from './test-names';

export const DOCUMENT = 'docs/spec-coverage.md';

export function coverageDocument(parts: readonly Part[], declarations: readonly Declaration[]): string {
  const clauses = parts.flatMap((part) => part.clauses);
  const proofs = new Set(clauses.flatMap(({ tests }) => tests.flatMap((one) => proofsOf(one, declarations))).map(keyOf));
  const intro = [
    '# What the specification says, and what proves it',
    '',
    `Each clause of the product specification, section by section, with the tests that prove it: ${clauses.length} clauses, proven by ${proofs.size} tests.`,
    'A name of a test begins with the groups that it stands in; … stands for the rows of its table. Texts of the product are quoted to the',
    'letter. Where the specification leaves something open, the clause is our reading of it.',
    '',
    'This document is generated: `npm run spec-coverage` writes it from the clauses in `tests/coverage/clauses` and the names of the tests.',
    'A unit test fails when a clause has no test, when a test that a clause names is gone, and when this document is not up to date.',
    '',
  ];
  return [...intro, ...Object.entries(SECTIONS).flatMap(([number, title]) => section(number, title, parts, declarations))].join('\n');
}

function section(number: string, title: string, parts: readonly Part[], declarations: readonly Declaration[]): string[] {
  const own = parts.filter((part) => String(part.section) === number);
  return [`## ${number}. ${title}`, '', ...own.flatMap((part) => table(part, declarations))];
}

function table({ title, clauses }: Part, declarations: readonly Declaration[]): string[] {
  const rows = clauses.map((clause) => `| ${escape(clause.says)} | ${tests(clause, declarations)} |`);
  // Columns that are padded to one width would change in every line with the longest cell.
  return [`### ${title}`, '', '<!-- prettier-ignore -->', '| Clause | Tests |', '| --- | --- |', ...rows, ''];
}

const tests = ({ tests: references }: Clause, declarations: readonly Declaration[]): string =>
  references
    .flatMap((reference) => proofsOf(reference, declarations))
    .map(({ file, name }) => `[${label(file)}](../${file}): ${escape(name)}`)
    .join('<br>');

const label = (file: string): string => path.posix.basename(file).replace(/\.test\.tsx?$/, '');
const keyOf = ({ file, name }: Proof): string => `${file} ${name}`;
const escape = (text: string): string => text.replaceAll(/[\\|<>*_[\]`#~]/g, String.raw`\$&`);
