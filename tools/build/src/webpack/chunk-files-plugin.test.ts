import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import webpack from 'webpack';
import { ChunkFilesPlugin } from './chunk-files-plugin';

let folder: string;

beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'chunk-files-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The scripts of a bundle, by name, whose later chunk says `word`. */
async function build(word: string): Promise<Record<string, string>> {
  const output = join(folder, word);
  await mkdir(join(output, 'src'), { recursive: true });
  await writeFile(join(output, 'src/main.js'), 'import(/* webpackChunkName: "later" */ "./later.js").then(console.log);');
  await writeFile(join(output, 'src/later.js'), `export default ${JSON.stringify(word)};`);
  const filename = '_/[name].[contenthash:8].js';
  const compiler = webpack({
    mode: 'production',
    context: output,
    entry: { main: './src/main.js' },
    output: { path: output, filename, chunkFilename: filename, hashFunction: 'xxhash64' },
    optimization: { chunkIds: 'named' },
    plugins: [new ChunkFilesPlugin()],
  });
  await new Promise<void>((resolve, reject) => compiler?.run((error) => (error ? reject(error) : resolve())));
  const names = await readdir(join(output, '_'));
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(join(output, '_', name), 'utf8')] as const)));
}

it('the script that carries the hashes of the others has another name once one of them is another, and no other name without', async () => {
  const [first, same, other] = [await build('one'), await build('one'), await build('another')];
  expect(same).toEqual(first);
  expect(Object.keys(first).sort()).toEqual([
    expect.stringMatching(/^later\.[0-9a-f]{8}\.js$/),
    expect.stringMatching(/^main\.[0-9a-f]{8}\.js$/),
  ]);
  const [later, main] = Object.keys(other).sort();
  expect(first).not.toHaveProperty([later!]);
  expect(first).not.toHaveProperty([main!]);
  expect(other[main!]).toContain(later!.split('.')[1]);
});
