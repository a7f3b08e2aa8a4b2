/**
 * Lets two versions of one remote live in one page. A chunk of webpack's pushes itself to a global variable with the name of its bundle: with
 * the same name a second version is handed the chunks of the first, and with the version in the name every release changes every chunk.
 * Here the list belongs to the script element that runs the chunk, and the runtime that made the element has put its own list there.
 */
import webpack, { type Chunk, type Compiler } from 'webpack';

const { RuntimeGlobals, RuntimeModule, runtime } = webpack;
const LIST = 'chunks';

class OwnChunksRuntimeModule extends RuntimeModule {
  constructor() {
    super('own chunks', RuntimeModule.STAGE_ATTACH);
  }

  /** Without a key, `loadScript` makes an element of its own instead of waiting for one with the same address, which feeds another runtime. */
  override generate(): string {
    return `__webpack_require__.entryScript = document.currentScript;
const loadScript = ${RuntimeGlobals.loadScript};
${RuntimeGlobals.loadScript} = (url, done, key, ...rest) => loadScript(url, done, undefined, ...rest);`;
  }
}

export class OwnChunksPlugin {
  apply(compiler: Compiler): void {
    // webpack reads and writes the list as a property of its global object: in the entry and in each chunk.
    compiler.options.output.globalObject = '(document.currentScript)';
    compiler.options.output.chunkLoadingGlobal = LIST;
    compiler.hooks.thisCompilation.tap('OwnChunksPlugin', (compilation) => {
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.loadScript).tap('OwnChunksPlugin', (chunk: Chunk) => {
        compilation.addRuntimeModule(chunk, new OwnChunksRuntimeModule());
      });
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'OwnChunksPlugin',
        (code) => `${code}\nscript.${LIST} = __webpack_require__.entryScript.${LIST};`,
      );
    });
  }
}
