/** Builds the comparison variants into a folder and says which scripts start each, and which its pages need. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import webpack, { type Configuration } from 'webpack';
import type { Edit } from './edit';
import { monolithConfig, textbookConfigs } from './variant-configs';

/** Scripts of a build, as paths in its folder. */
export interface Built {
  /** Of its `main` entry, in their order; none without such an entry. */
  scripts: string[];
  /** By module: of those that are imported when they are needed. */
  imported: Map<string, string[]>;
}

function build(config: Configuration): Promise<Built> {
  return new Promise((resolve, reject) => {
    webpack(config, (error, stats) => {
      if (error || !stats || stats.hasErrors()) return reject(error ?? new Error(stats?.toString({ all: false, errors: true })));
      const { chunkGroups, entrypoints } = stats.compilation;
      const scriptsOf = (group: (typeof chunkGroups)[number]) => group.getFiles().filter((file) => file.endsWith('.js'));
      const main = entrypoints.get('main');
      resolve({
        scripts: main ? scriptsOf(main) : [],
        imported: new Map(chunkGroups.flatMap((group) => group.origins.map(({ request }) => [request ?? '', scriptsOf(group)] as const))),
      });
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
export async function buildMonolith(folder: string, edit: Edit | null = null): Promise<Built> {
  const built = await build(await monolithConfig(folder, edit));
  compressFolder(folder);
  return built;
}

export async function buildTextbook(folder: string): Promise<string[]> {
  const scripts: string[][] = [];
  for (const config of await textbookConfigs(folder)) scripts.push((await build(config)).scripts);
  compressFolder(folder);
  return scripts[0] ?? [];
}
