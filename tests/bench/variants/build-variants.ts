/** Builds the comparison variants into a folder and says which scripts start each. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import webpack, { type Configuration } from 'webpack';
import type { Edit } from './edit';
import { monolithConfig, textbookConfigs } from './variant-configs';

/** Builds one configuration and returns the scripts of its `main` entry, if it has one. */
function build(config: Configuration): Promise<string[]> {
  return new Promise((resolve, reject) => {
    webpack(config, (error, stats) => {
      if (error || !stats || stats.hasErrors()) return reject(error ?? new Error(stats?.toString({ all: false, errors: true })));
      const files = stats.compilation.entrypoints.get('main')?.getFiles() ?? [];
      resolve(files.filter((file) => file.endsWith('.js')));
    });
  });
}

/** Writes a `.br` file beside each compressible one, as strong as the site's own. */
function compressFolder(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, entry);
    if (!/\.(js|json|svg)$/.test(file) || !statSync(file).isFile()) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
}

/** @param edit In which it differs from the sources. */
export async function buildMonolith(folder: string, edit: Edit | null = null): Promise<string[]> {
  const scripts = await build(await monolithConfig(folder, edit));
  compressFolder(folder);
  return scripts;
}

export async function buildTextbook(folder: string): Promise<string[]> {
  const scripts: string[][] = [];
  for (const config of await textbookConfigs(folder)) scripts.push(await build(config));
  compressFolder(folder);
  return scripts[0] ?? [];
}
