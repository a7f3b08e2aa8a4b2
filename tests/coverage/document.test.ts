import { describe, expect, it } from '@jest/globals';
import { coverageDocument } from './document';

describe('the document', () => {
  const file = 'mf-elevate/src/a.test.tsx';
  const clause = { id: 'x', says: "A 'text | with * marks'.", quotes: ['A text', '| with marks |'], tests: [`${file} › one <b>`] };
  const parts = [{ section: 2 as const, title: 'Part', clauses: [clause] }];
  const text = coverageDocument(parts, [{ file, name: 'one <b>', status: 'passed' }]);

  it('shows each clause, what the specification says, and the tests with links to their files', () => {
    expect(text).toContain(
      String.raw`| A 'text \| with \* marks'. | A text<br>\| with marks \| | [a](../mf-elevate/src/a.test.tsx): one \<b\> |`,
    );
    expect(text).toContain('1 clauses');
  });

  it('is not written from tests that did not run', () => {
    expect(() => coverageDocument(parts, [])).toThrow('did not run');
  });
});
