import { expect, it } from '@jest/globals';
import { ProspectivePages } from './prospective-pages';

const page = (characters: number) => ({ head: '', html: 'x'.repeat(characters), styles: [] });

it('keeps so many pages of what may become live and so many characters, and no more', () => {
  const pages = new ProspectivePages({ pages: 2, characters: 100 });
  expect([pages.keep('a', page(60)), pages.keep('b', page(41)), pages.isFull]).toEqual([true, false, false]);
  expect([pages.keep('b', page(40)), pages.isFull, pages.keep('c', page(1))]).toEqual([true, true, false]);
  pages.keep('a', page(10));
  pages.retain(new Set(['b']));
  expect(['a', 'b', 'c'].map((key) => pages.get(key)?.html.length)).toEqual([undefined, 40, undefined]);
  expect([pages.keep('c', page(60)), pages.isFull]).toEqual([true, true]);
});
