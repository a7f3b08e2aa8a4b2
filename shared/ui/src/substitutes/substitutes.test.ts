/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, jest, test } from '@jest/globals';
import isAttribute from './attributes';
import { isCssProperty } from './css-properties';
import { memo } from './memo';

interface IsValidProp {
  allCssProperties: string[];
  isCssProperty(name: string): boolean;
}

/** As Chakra has it. */
const fromChakra = createRequire(createRequire(import.meta.url).resolve('@chakra-ui/react'));
const library = fromChakra('@pandacss/is-valid-prop') as IsValidProp;

/** Attributes of HTML and SVG, and what React has besides, as the package has them in a regular expression. */
function attributes(): string[] {
  const bundle = fromChakra.resolve('@emotion/is-prop-valid').replace(/[^/\\]+$/, 'emotion-is-prop-valid.esm.js');
  const names = /\^\(\((.*?)\)\|/.exec(readFileSync(bundle, 'utf8'))?.[1]?.split('|') ?? [];
  return names.filter((name) => /^[a-zA-Z]+$/.test(name));
}

const OTHERS = ['--gap', '& > a', '@media print', 'data-x', 'aria-label', 'onClick'];

test('style props are told from attributes as the package tells them', () => {
  const names = [...library.allCssProperties.filter(Boolean), ...attributes(), ...OTHERS];
  expect(names.length).toBeGreaterThan(900);
  expect(names.filter((name) => isCssProperty(name) !== library.isCssProperty(name))).toEqual([]);
});

test('all attributes reach their element, and what is said to a component does not', () => {
  const names = [...attributes(), 'data-x', 'aria-label', 'onClick', 'as', 'asChild', 'theme'];
  expect(names.filter((name) => !isAttribute(name))).toEqual(['as', 'asChild', 'theme']);
});

test('what was made of arguments is found for others of the same content, and for no others', () => {
  const make = jest.fn((...args: unknown[]) => args);
  const made = memo(make);
  const styles = { color: 'fg', _hover: { color: 'bg' } };
  expect(made(styles, 'a')).toBe(made({ color: 'fg', _hover: { color: 'bg' } }, 'a'));
  expect(make).toHaveBeenCalledTimes(1);
  const others = [[styles], [styles, 'b'], [{ color: 'fg' }, 'a'], ['1'], [1], [], [[1]], [['1']], [styles, 'a', 'a'], [null], [undefined]];
  for (const args of others) expect(made(...args)).toEqual(args);
  expect(make).toHaveBeenCalledTimes(1 + others.length);
});

test('it forgets what it has made before that becomes much', () => {
  const make = jest.fn((size: number) => ({ size }));
  const made = memo(make);
  for (let size = 0; size < 2_001; size += 1) made(size);
  made(2_000);
  made(0);
  expect(make.mock.calls.slice(2_000)).toEqual([[2_000], [2_000], [0]]);
});
