import { describe, expect, it } from '@jest/globals';
import { declarationsOf } from './test-names';

const names = (text: string) => declarationsOf('a.test.ts', text).map(({ name, names: rows }) => [name, ...rows]);
const only = (text: string) => names(text)[0];

describe('names of tests', () => {
  it('begin with the groups around them', () => {
    expect(
      names(`describe('a', () => { it('b', () => {}); describe('c', () => { test('d', async () => {}); }); }); it('e', () => {});`),
    ).toEqual([
      ['a › b', 'a › b'],
      ['a › c › d', 'a › c › d'],
      ['e', 'e'],
    ]);
  });

  it('include groups and steps of browser tests', () => {
    const text = `test.describe('a', () => { test('b', async () => { await test.step('c', async () => {}); }); });`;
    expect(names(text).map(([name]) => name)).toEqual(['a › b', 'a › b › c']);
  });

  it.each([
    ['by position', `it.each([['x', 1], ['y', 2]])('%s is %i', () => {});`, ['… is …', 'x is 1', 'y is 2']],
    ['of single values', `it.each(['x', null])('takes %s', () => {});`, ['takes …', 'takes x', 'takes null']],
    ['as JSON', `it.each([[{ a: 1 }]])('takes %j', () => {});`, ['takes …', 'takes {"a":1}']],
    ['by property', `const T = [{ a: 'x' }] as const; it.each(T)('$a', () => {});`, ['…', 'x']],
    ['of a group', `describe.each(['x', 'y'])('%s', () => { it('b', () => {}); });`, ['… › b', 'x › b', 'y › b']],
    ['that is computed', `it.each(rows())('takes %s', () => {});`, ['takes …', 'takes …']],
  ])('are filled in from a table %s', (_, text, expected) => {
    expect(only(text)).toEqual(expected);
  });

  it.each([
    ['of pairs', "for (const [a, b] of [['x', 1]] as const) test(`${a} is ${b}`, () => {});", ['… is …', 'x is 1']],
    ['of objects', "const T = [{ a: 'x' }, { a: 'y' }]; for (const { a } of T) test(`${a}`, () => {});", ['…', 'x', 'y']],
    ['within another', "for (const a of ['x']) for (const b of ['y']) test(`${a}${b}`, () => {});", ['……', 'xy']],
    ['that is computed', 'for (const a of all()) test(`is ${a}`, () => {});', ['is …', 'is …']],
  ])('are filled in from a loop %s', (_, text, expected) => {
    expect(only(text)).toEqual(expected);
  });

  it.each([
    `it.skip('a', () => {});`,
    `it.todo('a');`,
    `describe.skip('a', () => {});`,
    `test.skip(true, 'a');`,
    `test.fixme('a', () => {});`,
    `test.use({});`,
    `test.beforeEach(() => {});`,
    `expect('it', () => {});`,
  ])('are not those of what does not run: %s', (text) => {
    expect(names(text)).toEqual([]);
  });
});
