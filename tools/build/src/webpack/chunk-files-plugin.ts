/**
 * Lets a bundle find and verify its own chunks: the script that holds the runtime carries of every other script the hash in its name, and the
 * hash that it sets as the `integrity` of each script element that it creates. The document carries the hash of that first script, so nothing
 * unverified runs. (webpack-subresource-integrity breaks on federated chunks: its issue 176.)
 *
 * Of a remote with many chunks these hashes would be most of the entry, which every page of it waits for. They are a script of their own then,
 * the table, which comes beside the entry; the entry carries the hashes of the table alone.
 */
import { createHash } from 'node:crypto';
import { CHUNK_TABLE } from '@site/contracts/release';
import webpack, { type Chunk, type Compilation, type Compiler } from 'webpack';
import { SHARED_CHUNK } from './compact-runtime-plugin';
import { LIST } from './own-chunks-plugin';

const { RuntimeGlobals, RuntimeModule, sources, runtime } = webpack;
const NAME = 'ChunkFilesPlugin';
const PLACEHOLDER = '__CHUNK_FILES__';
/** The minimizer chooses the quotes. */
const QUOTED_PLACEHOLDER = new RegExp(`(["'])${PLACEHOLDER}\\1`);
const FILES = `${RuntimeGlobals.require}.chunkFiles`;
/** Of the table, as if it were a chunk. */
const TABLE = CHUNK_TABLE;

/** By the id of the chunk. The address is `_/<id>.<name hash>.js`. */
type ChunkFiles = Record<string, [nameHash: string, integrity: string]>;

export const sha384 = (bytes: Buffer | string): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** The chunks that are loaded by the runtime. */
const laterChunks = (compilation: Compilation): Chunk[] =>
  [...compilation.chunks].filter((chunk) => !chunk.canBeInitial() && !String(chunk.id).startsWith(SHARED_CHUNK));

/** The table of a compilation among its assets, if it has one. */
export const tableOf = (compilation: Compilation): string | undefined =>
  compilation.getAssets().find(({ info }) => info[TABLE] === true)?.name;

class ChunkFilesRuntimeModule extends RuntimeModule {
  constructor() {
    super('chunk files', RuntimeModule.STAGE_ATTACH);
  }

  override generate(): string {
    return `${FILES} = '${PLACEHOLDER}';`;
  }
}

const fileName = `${RuntimeGlobals.getChunkScriptFilename} = (chunkId) => "_/" + chunkId + "." + ${FILES}[chunkId][0] + ".js";`;

/** Follows the chunk loading of `OwnChunksPlugin`: no chunk is asked for before the table is there. */
const tableLoading = `const loadChunk = ${RuntimeGlobals.ensureChunkHandlers}.j;
document.currentScript.${LIST}.table = (files) => {
Object.assign(${FILES}, files);
arrived["${TABLE}"] = true;
};
${RuntimeGlobals.ensureChunkHandlers}.j = (chunkId, promises) => {
if (arrived["${TABLE}"]) return loadChunk(chunkId, promises);
const table = [];
loadChunk("${TABLE}", table);
promises.push(table[0].then(() => {
const own = [];
loadChunk(chunkId, own);
return own[0];
}));
};`;

export class ChunkFilesPlugin {
  /** @param mostInEntry A bundle of more chunks has a table. It needs `OwnChunksPlugin`, earlier in the list of plugins. */
  constructor(private readonly mostInEntry = Infinity) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap(NAME, (chunk) => {
        compilation.addRuntimeModule(chunk, new ChunkFilesRuntimeModule());
      });
      compilation.hooks.runtimeModule.tap(NAME, (module) => {
        if (module.name === 'get javascript chunk filename') module.generate = () => fileName;
        if (module.name === 'jsonp chunk loading' && this.hasTable(compilation)) {
          const loading = String(module.generate());
          module.generate = () => `${loading}\n${tableLoading}`;
        }
      });
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        NAME,
        (code) => `${code}
script.integrity = ${FILES}[chunkId][1];`,
      );
      compilation.hooks.processAssets.tap({ name: NAME, stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1 }, () =>
        this.fill(compilation),
      );
    });
  }

  private hasTable(compilation: Compilation): boolean {
    return laterChunks(compilation).length > this.mostInEntry;
  }

  private fill(compilation: Compilation): void {
    const all = filesOf(compilation);
    const carried = this.hasTable(compilation) ? { [TABLE]: emitTable(compilation, all) } : all;
    for (const { name, source } of compilation.getAssets()) {
      if (!name.endsWith('.js')) continue;
      const text = source.source().toString();
      if (!QUOTED_PLACEHOLDER.test(text)) continue;
      const filled = text.replace(QUOTED_PLACEHOLDER, JSON.stringify(carried));
      compilation.updateAsset(name, new sources.RawSource(filled));
      nameByContents(compilation, name, filled);
    }
  }
}

/** A script whose name has a hash got it before it was filled. */
function nameByContents(compilation: Compilation, name: string, text: string): void {
  const contentHash = compilation.getAsset(name)?.info.contenthash;
  if (typeof contentHash !== 'string') return;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, contentHash.length);
  compilation.renameAsset(name, name.replace(contentHash, hash));
}

/** @throws Error if a chunk has another address than the runtime will ask for. */
function filesOf(compilation: Compilation): ChunkFiles {
  const entries = laterChunks(compilation).flatMap(({ id, files }) =>
    [...files].map((file) => {
      const asset = compilation.getAsset(file);
      const nameHash = /\.([0-9a-f]+)\.js$/.exec(file)?.[1] ?? '';
      if (!asset || file !== `_/${id}.${nameHash}.js`) throw new Error(`The chunk ${id} has the address ${file}`);
      return [String(id), [nameHash, sha384(asset.source.buffer())]] as const;
    }),
  );
  return Object.fromEntries(entries) as ChunkFiles;
}

function emitTable(compilation: Compilation, files: ChunkFiles): ChunkFiles[string] {
  const text = `document.currentScript.${LIST}.table(${JSON.stringify(files)})`;
  const nameHash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  // The minimizer would change it after its hash has been taken.
  compilation.emitAsset(`_/${TABLE}.${nameHash}.js`, new sources.RawSource(text), { [TABLE]: true, minimized: true });
  return [nameHash, sha384(text)];
}
