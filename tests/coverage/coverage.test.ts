import { describe, expect, it } from '@jest/globals';
import { parts } from './clauses';
import { silentQuotes } from './silent';
import { problemsOfQuotes, quotesOf, readSpecification, unquoted } from './specification';

const clauses = parts.flatMap((part) => part.clauses);
const quotes = [...quotesOf(clauses), ...silentQuotes];

describe('the specification', () => {
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
