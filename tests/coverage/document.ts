/** `docs/spec-coverage.md`, as it follows from the clauses and from what ran. */
import path from 'node:path';
import { SECTIONS, type Clause, type Part } from './clause';
import { proofOf, type Proof } from './proof';
import type { Result } from './results';

export const DOCUMENT = 'docs/spec-coverage.md';

/** @throws Error when a test that a clause names did not run. */
export function coverageDocument(parts: readonly Part[], results: readonly Result[]): string {
  const clauses = parts.flatMap((part) => part.clauses);
  const intro = [
    '# What the specification says, and what proves it',
    '',
    `Each clause of the product specification, section by section: what the site does, the words of the specification that say so, and the`,
    `tests that prove it: ${clauses.length} clauses. A name of a test begins with the groups that it stands in; … stands for what differs among the rows of`,
    'its table. Texts of the product are quoted to the letter. Where the specification leaves something open, the clause is our reading of it.',
    '',
    'This document is generated from the clauses in `tests/coverage/clauses` and from the tests that ran and passed: `npm run spec-coverage`',
    'writes it after a complete `npm test`. `npm test` fails when a test that a clause names did not run, did not pass at its first try or was',
    'skipped, when the specification (its copy is `tests/coverage/product-spec.md`) does not say what a clause quotes, when it says something',
    'that no clause quotes, and when this document is not up to date.',
    '',
  ];
  return [...intro, ...Object.entries(SECTIONS).flatMap(([number, title]) => section(number, title, parts, results))].join('\n');
}

function section(number: string, title: string, parts: readonly Part[], results: readonly Result[]): string[] {
  const own = parts.filter((part) => String(part.section) === number);
  return [`## ${number}. ${title}`, '', ...own.flatMap((part) => table(part, results))];
}

function table({ title, clauses }: Part, results: readonly Result[]): string[] {
  const rows = clauses.map((clause) => `| ${escapeCell(clause.says)} | ${quotes(clause)} | ${linksTo(clause.tests, results)} |`);
  // Columns that are padded to one width would change in every line with the longest cell.
  return [`### ${title}`, '', '<!-- prettier-ignore -->', '| Clause | Specification | Tests |', '| --- | --- | --- |', ...rows, ''];
}

const quotes = ({ quotes: all }: Clause): string => all.map(escapeCell).join('<br>');

/** Tests by the names that they ran under, each with a link to its file from a document in `docs`. */
export const linksTo = (references: readonly string[], results: readonly Result[]): string =>
  references.map((reference) => link(proofOf(reference, results))).join('<br>');

const link = ({ file, name }: Proof): string => `[${label(file)}](../${file}): ${escapeCell(name)}`;
const label = (file: string): string => path.posix.basename(file).replace(/\.test\.tsx?$/, '');
/** Text that is nothing but text in a cell of a table. */
export const escapeCell = (text: string): string => text.replaceAll(/[\\|<>*_[\]`#~]/g, String.raw`\$&`);
