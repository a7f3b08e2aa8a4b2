import { describe, expect, it } from '@jest/globals';
import { problemsOfQuotes, unquoted } from './specification';

const SPECIFICATION = `# Title

The site is green. It has a door.

**Doors**
1. A door opens.

| Item | Value |
|---|---|
| Doors | 2 |
`;

const quotes = (...texts: string[]) => texts.map((text) => ({ by: 'x', text }));
const ALL = quotes('The site is green.', 'It has a door.', 'A door opens.', '| Doors | 2 |');

describe('a quote', () => {
  it('stands in the specification to the letter', () => {
    expect(problemsOfQuotes(ALL, SPECIFICATION)).toEqual([]);
  });

  it('is missed, with the clause, once the sentence has changed', () => {
    expect(problemsOfQuotes(ALL, SPECIFICATION.replace('green', 'blue'))).toEqual([
      'x: the specification does not say: The site is green.',
    ]);
  });

  it('means one place', () => {
    expect(problemsOfQuotes(quotes('door'), SPECIFICATION)).toEqual(['x: the specification says 2 times: door']);
  });
});

describe('what the specification says', () => {
  it('is quoted whole; headings, heads of tables and numbers of lists state nothing', () => {
    expect(unquoted(SPECIFICATION, ALL)).toEqual([]);
  });

  it('may be quoted by several clauses, whose quotes overlap', () => {
    expect(unquoted('The site is green.\n', quotes('The site is', 'is green.'))).toEqual([]);
  });

  it.each([
    ['a sentence', 'It has a door.', 'line 3 of the specification is quoted by no clause: It has a door.'],
    ['a row', '| Doors | 2 |', 'line 10 of the specification is quoted by no clause: | Doors | 2 |'],
    ['an item of a list', 'A door opens.', 'line 6 of the specification is quoted by no clause: A door opens.'],
  ])('is missed where no clause quotes %s', (_, text, problem) => {
    const others = ALL.filter((quote) => quote.text !== text);
    expect(unquoted(SPECIFICATION, others)).toEqual([problem]);
  });

  it('is missed where a sentence has grown', () => {
    const grown = SPECIFICATION.replace('A door opens.', 'A door opens. It also shuts.');
    expect(unquoted(grown, ALL)).toEqual(['line 6 of the specification is quoted by no clause: It also shuts.']);
  });
});
