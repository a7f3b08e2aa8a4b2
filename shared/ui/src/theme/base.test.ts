/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultBaseConfig, type SystemConfig } from '@chakra-ui/react';
import { expect, test } from '@jest/globals';
import { isCssProperty } from '../substitutes/css-properties';
import { base } from './base';
import { tokens } from './tokens';

const ROOT = join(import.meta.dirname, '../../../..');
/** A style prop, and a key of an object that may be styles. */
const NAME = /(?<![\w$.'"/-])(_?[a-z][a-zA-Z]*)(?:=["{]|: )/g;
/** Names of other things in the theme itself. */
const NOT_STYLES = /[\\/](?:colors|tokens|base)\.ts$|\.test\.tsx?$/;
const SCALES = new Set([...Object.keys(tokens), 'radii', 'shadows']);

type Utilities = NonNullable<SystemConfig['utilities']>;

const shortForms = (utilities: Utilities = {}): string[] => Object.values(utilities).flatMap(({ shorthand = [] }) => shorthand);
const conditions = ({ conditions: known = {} }: SystemConfig): string[] => Object.keys(known).map((name) => `_${name}`);

/** What works with this base only because it says so: conditions, short forms, and properties whose values are names. */
function vocabulary(config: SystemConfig): string[] {
  const properties = Object.entries(config.utilities ?? {}).filter(
    ([name, { values }]) => !isCssProperty(name) || typeof values === 'function' || SCALES.has(String(values)),
  );
  return [...conditions(config), ...shortForms(config.utilities), ...properties.map(([name]) => name)];
}

function sources(): string[] {
  const packages = readdirSync(ROOT).filter((name) => name === 'shell' || name.startsWith('mf-'));
  const folders = [...packages, 'shared/ui', 'tools/release-cli/template'].map((name) => join(ROOT, name, 'src'));
  const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)));
  return files.filter((file) => /\.tsx?$/.test(file) && !NOT_STYLES.test(file));
}

test('what the sources say of styles in the words of Chakra is in the base of the site', () => {
  const ours = new Set(vocabulary(base));
  const left = new Set(vocabulary(defaultBaseConfig).filter((name) => !ours.has(name)));
  expect(left.has('rounded') && left.has('_dark') && left.has('textShadow')).toBe(true);
  const used = sources().flatMap((file) => [...readFileSync(file, 'utf8').matchAll(NAME)].map(([, name = '']) => name));
  expect(new Set(used)).toContain('px');
  expect([...new Set(used)].filter((name) => left.has(name))).toEqual([]);
});
