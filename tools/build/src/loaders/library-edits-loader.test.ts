import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { repositoryRoot } from '../package-source';

const loader = createRequire(import.meta.url)('./library-edits-loader.cjs') as {
  (this: { resourcePath: string }, source: string): string;
  edits: Record<string, [expected: string, replacement: string]>;
};
const load = (resourcePath: string, source: string) => loader.call({ resourcePath }, source);
const cases = Object.entries(loader.edits).map(([file, [expected, replacement]]) => ({ file, expected, replacement }));

it.each(cases)('one text of the installed $file is another, and the rest as it was', ({ file, expected, replacement }) => {
  const path = join(repositoryRoot, 'node_modules', file);
  const source = readFileSync(path, 'utf8');
  const edited = load(path, source);
  expect(edited).not.toContain(expected);
  expect(edited).toBe(source.replace(expected, replacement));
});

it.each(cases)('a $file of another text stops the build, on every platform', ({ file, expected }) => {
  for (const path of [`/site/node_modules/${file}`, `C:\\site\\node_modules\\${file.replaceAll('/', '\\')}`]) {
    expect(() => load(path, 'export {};')).toThrow(`expected once in ${file}`);
    expect(() => load(path, expected + expected)).toThrow(`expected once in ${file}`);
  }
});
