import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const RUN = path.join(ROOT, 'tools/program/bin/run.mjs');
const PROGRAMS = path.join(ROOT, '.cache/programs');

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'program-')));
});
afterEach(async () => {
  for (const name of await readdir(PROGRAMS))
    if (name.includes(path.basename(folder))) await rm(path.join(PROGRAMS, name), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

const write = (name: string, source: string) => writeFile(path.join(folder, name), source);

const run = (...args: string[]) => runWith([RUN], ...args);

/** @param runner Path of `bin/run.mjs`, after flags of Node. */
const runWith = (runner: string[], ...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) =>
    execFile(
      process.execPath,
      [...runner, path.join(folder, 'main.ts'), ...args],
      { env: { ...process.env, NODE_OPTIONS: '' } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out: out.trim(), err }),
    ),
  );

it('runs what its sources say now: a change of any of them is in the next run', async () => {
  await write('main.ts', `import { word } from './word'; console.log(word as string, process.argv.slice(2).join());`);
  await write('word.ts', `export const word: string = 'first';`);
  expect(await run('a', 'b')).toMatchObject({ code: 0, out: 'first a,b' });
  await write('word.ts', `export const word: string = 'second';`);
  expect(await run()).toMatchObject({ out: 'second' });
  await rm(path.join(folder, 'word.ts'));
  const gone = await run();
  expect(gone.code).toBe(1);
  expect(gone.err).toContain('Could not resolve "./word"');
});

it.each([
  ['once it was read', 'word.ts'],
  ['while its bundle is finished', '.mjs.map'],
])('makes a program again of which a source was saved %s', async (_when, read) => {
  await write('main.ts', `import { word } from './word'; console.log(word);`);
  await write('word.ts', `export const word = 'first';`);
  await write(
    'save.mjs',
    `import { promises, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { readFile } = promises;
promises.readFile = async (file, ...options) => {
  const contents = await readFile(file, ...options);
  if (String(file).endsWith('${read}')) writeFileSync(new URL('./word.ts', import.meta.url), "export const word = 'second';");
  return contents;
};
syncBuiltinESMExports();`,
  );
  expect(await runWith(['--import', path.join(folder, 'save.mjs'), RUN])).toMatchObject({ code: 0, out: 'first' });
  expect(await run()).toMatchObject({ out: 'second' });
});

it('follows what a package of the repository says of its files', async () => {
  await mkdir(path.join(folder, 'node_modules', '@site'), { recursive: true });
  for (const name of ['esbuild', '@jridgewell'])
    await symlink(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name));
  for (const name of ['bin', 'src'])
    await cp(path.join(ROOT, 'tools/program', name), path.join(folder, 'tools/program', name), { recursive: true });
  for (const name of ['services', 'shared/words']) await mkdir(path.join(folder, name), { recursive: true });
  await symlink('../../shared/words', path.join(folder, 'node_modules/@site/words'));
  await write('package-lock.json', '{}');
  const exportWord = (word: string) => write('shared/words/package.json', JSON.stringify({ exports: `./${word}.ts` }));
  for (const word of ['first', 'second']) await write(`shared/words/${word}.ts`, `export const word = '${word}';`);
  await write('main.ts', `import { word } from '@site/words'; console.log(word);`);
  const runner = path.join(folder, 'tools/program/bin/run.mjs');
  await exportWord('first');
  expect(await runWith([runner])).toMatchObject({ code: 0, out: 'first' });
  await exportWord('second');
  expect(await runWith([runner])).toMatchObject({ code: 0, out: 'second' });
});

it('says what to do where a program has changed and nobody may write', async () => {
  await write('main.ts', `console.log('made');`);
  const entry = path.relative(path.resolve(PROGRAMS, '../..'), path.join(folder, 'main.ts'));
  const place = path.join(PROGRAMS, entry.replaceAll(/[^a-z0-9]+/gi, '-'));
  await mkdir(PROGRAMS, { recursive: true });
  await writeFile(place, 'a file, in which there is no folder');
  const { code, err } = await run();
  expect(code).toBe(1);
  expect(err).toContain(`cannot be written (EEXIST). As somebody who may, run: node tools/program/bin/make.mjs `);
});

/** The folder of what was made. */
async function placeOf() {
  const name = (await readdir(PROGRAMS)).find((program) => program.includes(path.basename(folder)))!;
  return path.join(PROGRAMS, name);
}

it('makes a program again that somebody has removed', async () => {
  await write('main.ts', `console.log('made');`);
  await run();
  const place = await placeOf();
  for (const file of await readdir(place)) if (file.endsWith('.mjs')) await rm(path.join(place, file));
  expect(await run()).toMatchObject({ code: 0, out: 'made' });
});

it('keeps what it has just made where the clock is hours ahead of that of its files', async () => {
  await write('main.ts', `console.log('made');`);
  await write('ahead.mjs', `const now = Date.now; Date.now = () => now() + 7_200_000;`);
  expect(await runWith(['--import', path.join(folder, 'ahead.mjs'), RUN])).toMatchObject({ code: 0, out: 'made' });
});

it('takes what it has made as it is, while nothing changes', async () => {
  await write('main.ts', `console.log(new Error().stack!.length > 0);`);
  const made = async () => {
    await run();
    return (await readdir(await placeOf())).filter((file) => file.endsWith('.mjs'));
  };
  const first = await made();
  expect(first).toHaveLength(1);
  expect(await made()).toEqual(first);
});

it('finds the files beside each source, and names the lines of sources in errors', async () => {
  await write('beside.txt', 'found');
  await write(
    'main.ts',
    `import { readFileSync } from 'node:fs';
console.log(readFileSync(new URL('./beside.txt', import.meta.url), 'utf8'), import.meta.dirname);
interface Unseen { word: string }
throw new Error('at the end' satisfies Unseen['word']);`,
  );
  const { code, out, err } = await run();
  expect(code).toBe(1);
  expect(out).toBe(`found ${folder}`);
  expect(err).toContain(`${path.join(folder, 'main.ts')}:4`);
});

it('runs packages with a URL of their own, which find the files beside them too', async () => {
  await mkdir(path.join(folder, 'node_modules', 'own'), { recursive: true });
  await write('node_modules/own/package.json', '{"name":"own"}');
  await write(
    'node_modules/own/index.js',
    `var URL = require('url').URL;\nmodule.exports = [__dirname, new URL('https://a.example/b').pathname];`,
  );
  await write('main.ts', `import own from 'own'; console.log(own.join());`);
  expect(await run()).toMatchObject({ code: 0, out: `${path.join(folder, 'node_modules', 'own')},/b` });
});
