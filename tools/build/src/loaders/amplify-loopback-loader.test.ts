import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const require = createRequire(import.meta.url);
const loader = require('./amplify-loopback-loader.cjs') as {
  (this: { resourcePath: string }, source: string): string;
  edits: Record<string, [expected: string, replacement: string]>;
};
const files = Object.keys(loader.edits);

/** The folder of the installed package that the bundle takes its modules from. */
const folder = dirname(createRequire(require.resolve('aws-amplify')).resolve('@aws-amplify/auth/package.json')) + '/dist/esm';
const sourceOf = (file: string) => readFileSync(join(folder, file), 'utf8');
const load = (file: string, source = sourceOf(file)) => loader.call({ resourcePath: `${folder}/${file}` }, source);

describe('the Amplify loopback loader', () => {
  it('edits four files', () => expect(files).toHaveLength(4));

  it.each(files)('finds its text exactly once in the installed %s', (file) => {
    const [expected, replacement] = loader.edits[file]!;
    expect(sourceOf(file).split(expected)).toHaveLength(2);
    expect(load(file)).toBe(sourceOf(file).replace(expected, () => replacement));
  });

  it.each(files)('stops the build when %s is not as expected', (file) => {
    expect(() => load(file, 'export {}')).toThrow(`in ${file}, found it 0 times`);
    expect(() => load(file, sourceOf(file) + sourceOf(file))).toThrow('found it 2 times');
  });

  it('leaves every other file alone, on every platform', () => {
    expect(loader.call({ resourcePath: `${folder}/index.mjs` }, 'x')).toBe('x');
    expect(loader.call({ resourcePath: '/elsewhere/utils/openAuthSession.mjs' }, 'x')).toBe('x');
    const windows = `C:\\site\\node_modules\\@aws-amplify\\auth\\dist\\esm\\utils\\openAuthSession.mjs`;
    expect(() => loader.call({ resourcePath: windows }, 'x')).toThrow('amplify-loopback-loader');
  });

  it.each([
    ['localhost:8080/_idp', 'http://'],
    ['127.0.0.1:8080/_idp', 'http://'],
    ['[::1]:8080/_idp', 'http://'],
    ['localhost', 'http://'],
    ['auth.example.com', 'https://'],
    ['localhost.example.com', 'https://'],
    ['127.0.0.1.example.com/_idp', 'https://'],
    ['evil.example/localhost:8080/', 'https://'],
  ])('speaks to %s over %s', (domain, scheme) => {
    const [, replacement] = loader.edits['providers/cognito/utils/oauth/completeOAuthFlow.mjs']!;
    // eslint-disable-next-line no-new-func -- it is the source that the build puts in place, which the test has to run
    const url = new Function('domain', `return ${replacement}`)(domain) as string;
    expect(url).toBe(`${scheme}${domain}/oauth2/token`);
  });

  it('keeps http for an address on this machine only, when the page is opened', () => {
    const [, replacement] = loader.edits['utils/openAuthSession.mjs']!;
    // eslint-disable-next-line no-new-func -- the same
    const opened = (url: string) => new Function('url', `return ${replacement}`)(url) as string;
    expect(opened('http://localhost:8080/_idp/logout')).toBe('http://localhost:8080/_idp/logout');
    expect(opened('http://auth.example.com/logout')).toBe('https://auth.example.com/logout');
    expect(opened('http://localhost.example.com/logout')).toBe('https://localhost.example.com/logout');
  });
});
