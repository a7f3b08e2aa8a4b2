import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import webpack from 'webpack';
import { CompileAtOncePlugin } from './compile-at-once-plugin';

const dataUrl = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;

it('begins the scripts of the start with the hint, after they are minimized, and no others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compile-at-once-'));
  try {
    const compiler = webpack({
      mode: 'production',
      entry: dataUrl(`import(/* webpackChunkName: "later" */ "${dataUrl('/*! license */ console.log(2)')}"); console.log(1);`),
      output: { path: folder, chunkFilename: '[name].js' },
      plugins: [new CompileAtOncePlugin()],
    });
    await new Promise<void>((resolve, reject) => compiler?.run((error) => (error ? reject(error) : resolve())));
    const first = async (file: string): Promise<string | undefined> => (await readFile(join(folder, file), 'utf8')).split('\n')[0];
    expect(await first('main.js')).toBe('//# allFunctionsCalledOnLoad');
    expect(await first('later.js')).not.toContain('allFunctionsCalledOnLoad');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
