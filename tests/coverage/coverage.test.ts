import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parts } from './clauses';
import { coverageDocument, DOCUMENT } from './document';
import { problemsOf } from './proof';
import { declarationsOfRepository, type Declaration } from './test-names';

const root = path.resolve(import.meta.dirname, '../..');
const declarations = declarationsOfRepository(root);
const clauses = parts.flatMap((part) => part.clauses);

describe('the specification', () => {
  it('is covered in all its sections', () => {
    expect([...new Set(parts.map(({ section }) => section))]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('has no clause that is named twice, without a test, or with a test that does not exist', () => {
    expect(problemsOf(clauses, declarations)).toEqual([]);
  });

  it(`is listed in ${DOCUMENT} as it is proven now; otherwise run: npm run spec-coverage`, () => {
    expect(readFileSync(path.join(root, DOCUMENT), 'utf8')).toBe(coverageDocument(parts, declarations));
  });
});

describe('a clause', () => {
  const test = (name: string, ...rows: string[]): Declaration => ({ file: 'a.test.ts', name, names: rows.length > 0 ? rows : [name] });
  const tests = [test('forms › send'), test('forms › keep'), test('forms › refuse …', 'forms › refuse a', 'forms › refuse ab')];
  const problems = (...references: string[]) => problemsOf([{ id: 'x', says: 'X.', tests: references }], tests);

  it('is proven by a test, or by rows of its table', () => {
    for (const name of ['forms › send', 'keep', 'refuse …', 'refuse a', 'refuse ab']) expect(problems(`a.test.ts › ${name}`)).toEqual([]);
  });

  it.each([
    [[], 'x: no test proves it'],
    [['a.test.ts › sent'], 'x: No test is named so: a.test.ts › sent'],
    [['b.test.ts › send'], 'x: No test is named so: b.test.ts › send'],
    [['a.test.ts › forms'], 'x: 3 tests are named so: a.test.ts › forms'],
    [['a.test.ts'], 'x: No test is named so: a.test.ts'],
  ])('is not proven by %j', (references, problem) => {
    expect(problems(...references)).toEqual([problem]);
  });

  it('has a name of its own', () => {
    const twice = { id: 'x', says: 'X.', tests: ['a.test.ts › send'] };
    expect(problemsOf([twice, twice], tests)).toEqual(['There are two clauses named x']);
  });
});

describe('the document', () => {
  const file = 'mf-elevate/src/a.test.tsx';
  const clause = { id: 'x', says: "A 'text | with * marks'.", tests: [`${file} › one <b>`] };
  const text = coverageDocument([{ section: 2, title: 'Part', clauses: [clause] }], [{ file, name: 'one <b>', names: ['one <b>'] }]);

  it('links each test to its file, and shows texts as they are', () => {
    expect(text).toContain(String.raw`| A 'text \| with \* marks'. | [a](../mf-elevate/src/a.test.tsx): one \<b\> |`);
    expect(text).toContain('1 clauses, proven by 1 tests');
  });
});
