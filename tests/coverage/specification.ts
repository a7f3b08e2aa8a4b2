/** The product specification, and what of it the clauses quote. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Clause } from './clause';

export interface Quote {
  /** The id of the clause, or why no clause quotes it. */
  by: string;
  text: string;
}

export const readSpecification = (): string => readFileSync(path.join(import.meta.dirname, 'product-spec.md'), 'utf8');

export const quotesOf = (clauses: readonly Clause[]): Quote[] =>
  clauses.flatMap(({ id, quotes }) => quotes.map((text) => ({ by: id, text })));

/** What is wrong with quotes, one sentence each: every one stands in the specification exactly once. */
export const problemsOfQuotes = (quotes: readonly Quote[], specification: string): string[] =>
  quotes.flatMap(({ by, text }) => {
    const times = specification.split(text).length - 1;
    if (times === 1) return [];
    return [times === 0 ? `${by}: the specification does not say: ${text}` : `${by}: the specification says ${times} times: ${text}`];
  });

/** The words that no quote covers, one sentence for each line. Headings, and the heads of tables, state nothing. */
export function unquoted(specification: string, quotes: readonly Quote[]): string[] {
  const lines = withoutQuotes(specification, quotes).split('\n');
  return lines.flatMap((line, index) => {
    const left = line.replace(LIST_NUMBER, '');
    if (HEADING.test(line) || TABLE_RULE.test(lines[index + 1] ?? '') || !WORD.test(left)) return [];
    return [`line ${index + 1} of the specification is quoted by no clause: ${left.trim().replaceAll(/ {2,}/g, ' … ')}`];
  });
}

const HEADING = /^#|^\*\*[^*]+\*\*$/;
const TABLE_RULE = /^\|---/;
const LIST_NUMBER = /^ *\d+\. /;
const WORD = /[\p{L}\p{N}]/u;

/** Blanks in place of what is quoted; quotes may overlap. */
function withoutQuotes(specification: string, quotes: readonly Quote[]): string {
  const letters = specification.split('');
  for (const { text } of quotes) {
    const start = specification.indexOf(text);
    if (start >= 0) letters.fill(' ', start, start + text.length);
  }
  return letters.join('');
}
