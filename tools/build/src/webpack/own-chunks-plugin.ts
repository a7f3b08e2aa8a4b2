/**
 * Lets two versions of one remote live in one page. A chunk of webpack's pushes itself to a global variable with the name of its bundle: with
 * the same name a second version is handed the chunks of the first, and with the version in the name every release changes every chunk.
 * Here the list belongs to the script element that runs the chunk, and the runtime that made the element has put its own list there.
 */
import { createHash } from 'node:crypto';
import webpack, { type Chunk, type Compiler } from 'webpack';
import { SHARED_CHUNK } from './compact-runtime-plugin';

const { RuntimeGlobals, RuntimeModule, runtime } = webpack;
/** What a script element of a bundle calls its list of chunks. */
export const LIST = 'chunks';

class OwnChunksRuntimeModule extends RuntimeModule {
  constructor() {
    super('own chunks', RuntimeModule.STAGE_ATTACH);
  }

  override generate(): string {
    return '__webpack_require__.entryScript = document.currentScript;';
  }
}

/** In the place of webpack's, whose list could have entries from before the runtime was there. A chunk that did not come is asked for anew. */
const chunkLoading = `const arrived = {};
const loading = {};
document.currentScript.${LIST} = { push([ids, modules]) {
Object.assign(${RuntimeGlobals.moduleFactories}, modules);
for (const id of ids) arrived[id] = true;
} };
${RuntimeGlobals.ensureChunkHandlers}.j = (chunkId, promises) => {
if (arrived[chunkId] || chunkId.startsWith("${SHARED_CHUNK}")) return;
promises.push(loading[chunkId] ??= new Promise((resolve, reject) => {
const url = ${RuntimeGlobals.publicPath} + ${RuntimeGlobals.getChunkScriptFilename}(chunkId);
${RuntimeGlobals.loadScript}(url, ({ type }) => {
if (arrived[chunkId]) return resolve();
delete loading[chunkId];
const error = new Error("Loading chunk " + chunkId + " failed (" + type + ": " + url + ")");
error.name = "ChunkLoadError";
reject(error);
}, undefined, chunkId);
}));
};`;

/**
 * Shortens the names that webpack gives to chunks of several pages: they list the first of its modules, and the entry says each of them once
 * for each page.
 */
function nameCommonChunks(chunks: Iterable<Chunk>): void {
  for (const chunk of chunks) {
    const id = String(chunk.id);
    if (chunk.name || id.startsWith(SHARED_CHUNK)) continue;
    chunk.id = `common-${createHash('sha256').update(id).digest('hex').slice(0, 6)}`;
    chunk.ids = [chunk.id];
  }
}

export class OwnChunksPlugin {
  apply(compiler: Compiler): void {
    // Each chunk writes to the list as a property of webpack's global object.
    compiler.options.output.globalObject = '(document.currentScript)';
    compiler.options.output.chunkLoadingGlobal = LIST;
    compiler.hooks.thisCompilation.tap('OwnChunksPlugin', (compilation) => {
      compilation.hooks.chunkIds.tap({ name: 'OwnChunksPlugin', stage: 1 }, nameCommonChunks);
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.loadScript).tap('OwnChunksPlugin', (chunk: Chunk) => {
        compilation.addRuntimeModule(chunk, new OwnChunksRuntimeModule());
      });
      compilation.hooks.runtimeModule.tap('OwnChunksPlugin', (module) => {
        if (module.name === 'jsonp chunk loading') module.generate = () => chunkLoading;
      });
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'OwnChunksPlugin',
        (code) => `${code}\nscript.${LIST} = __webpack_require__.entryScript.${LIST};`,
      );
    });
  }
}
