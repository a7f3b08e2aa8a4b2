import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { parts } from './clauses';
import { silentQuotes } from './silent';
import { problemsOfQuotes, quotesOf, readSpecification, unquoted } from './specification';

const clauses = parts.flatMap((part) => part.clauses);
/** SHA-256 of the specification as it was agreed. Another one is agreed before it is written here. */
const AGREED = '710519e38a467e296a6f00f1df2071c800f06a5eff835e0811bdd4c6f22d9e3e';

const quotes = [...quotesOf(clauses), ...silentQuotes];

describe('the specification', () => {
  it('is the agreed one to the last byte, also where it states nothing', () => {
    expect(createHash('sha256').update(readSpecification()).digest('hex')).toBe(AGREED);
  });

  it('is covered in all its sections', () => {
    expect([...new Set(parts.map(({ section }) => section))]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('says what the clauses quote', () => {
    expect(problemsOfQuotes(quotes, readSpecification())).toEqual([]);
  });

  it('says nothing that no clause quotes', () => {
    expect(unquoted(readSpecification(), quotes)).toEqual([]);
  });
});

describe('a clause', () => {
  it('has an id of its own', () => {
    const ids = clauses.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('quotes the specification, and names a test', () => {
    expect(clauses.filter((clause) => clause.quotes.length === 0 || clause.tests.length === 0).map(({ id }) => id)).toEqual([]);
  });
});
