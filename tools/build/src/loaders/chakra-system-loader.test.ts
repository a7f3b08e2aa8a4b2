import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { repositoryRoot } from '../package-source';

const load = createRequire(import.meta.url)('./chakra-system-loader.cjs') as (source: string) => string;
const source = readFileSync(join(repositoryRoot, 'node_modules/@chakra-ui/react/dist/esm/styled-system/system.js'), 'utf8');

it('leaves the styles of the document to whoever asks for them, and changes nothing else', () => {
  const edited = load(source);
  expect(edited).toContain('const _global = [];');
  expect(edited.replace('[]', '[getPreflightCss(), getGlobalCss(), getTokenCss()]').length).toBe(source.length);
});

it('stops the build where the text is another one', () => {
  expect(() => load(source.replaceAll('getTokenCss()', 'tokenCss()'))).toThrow('expected once');
});
