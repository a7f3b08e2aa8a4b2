/**
 * Shorter texts of those modules of the webpack runtime that serve more than is built here: bundles run as scripts of a document, in browsers of
 * today, and every shared module is a singleton of the one share scope. A runtime is in the shell's entry and in that of every remote.
 */
import { createRequire } from 'node:module';
import webpack, { type Chunk, type Compilation, type Compiler, type Module, type RuntimeModule } from 'webpack';

const { RuntimeGlobals, runtime } = webpack;
/** webpack's own, which it does not export. */
const ShareRuntimeModule = createRequire(import.meta.url)('webpack/lib/sharing/ShareRuntimeModule') as unknown;
const NAME = 'CompactRuntimePlugin';
/** How the names of chunks begin that are shared modules alone. They have no file. */
export const SHARED_CHUNK = 'shared:';
const LOAD_TIMEOUT_MS = 120_000;

/** What Module Federation's module for a shared module carries; the package does not export its type. */
interface ConsumeSharedModule extends Module {
  options: { shareKey: string; requiredVersion: string; eager: boolean };
}

interface FederationRuntimeModule extends RuntimeModule {
  initOptionsWithoutShared: object;
}

export class CompactRuntimePlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.beforeChunkIds.tap(NAME, (chunks) => nameSharedChunks(compilation, chunks));
      // For Module Federation's loading of remotes that are imported.
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.interceptModuleExecution).tap(NAME, (_chunk, requirements) => {
        requirements.delete(RuntimeGlobals.interceptModuleExecution);
      });
      compilation.hooks.runtimeModule.tap(NAME, (module, chunk) => {
        const text = textOf(module, chunk, compilation);
        if (text) module.generate = text;
      });
    });
  }
}

function textOf(module: RuntimeModule, chunk: Chunk, compilation: Compilation): (() => string | null) | undefined {
  // Module Federation's own takes its place; webpack adds both.
  if (module.constructor === ShareRuntimeModule) return () => null;
  if (module.name === 'publicPath') return () => `${RuntimeGlobals.publicPath} = new URL("../", document.currentScript.src).href;`;
  if (module.name === 'load script') return () => loadScript(compilation, chunk);
  if (module.name === 'federation runtime') return () => federation(module as FederationRuntimeModule);
  if (module.name === 'consumes') return () => consumes(compilation, chunk);
  return undefined;
}

/** The rest of what Module Federation writes here tells its own bundler runtime of remotes that are imported. */
const federation = ({ initOptionsWithoutShared }: FederationRuntimeModule): string =>
  `${RuntimeGlobals.require}.federation = ${JSON.stringify({ initOptions: initOptionsWithoutShared })};`;

/** Who asks for an address that is on its way waits for the same element. */
const loadScript = (compilation: Compilation, chunk: Chunk): string => `const inProgress = {};
${RuntimeGlobals.loadScript} = (url, done, key, chunkId) => {
if (inProgress[url]) return void inProgress[url].push(done);
const waiting = (inProgress[url] = [done]);
const script = document.createElement("script");
script.src = url;
script.crossOrigin = "anonymous";
${runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.call('', chunk)}
const end = (event) => {
script.onload = script.onerror = null;
clearTimeout(timeout);
delete inProgress[url];
script.remove();
waiting.forEach((done) => done(event));
};
const timeout = setTimeout(end, ${LOAD_TIMEOUT_MS}, { type: "timeout", target: script });
script.onload = script.onerror = end;
document.head.appendChild(script);
};`;

function sharedModules({ chunkGraph }: Compilation, chunk: Chunk): ConsumeSharedModule[] {
  const modules = [...(chunkGraph.getChunkModulesIterableBySourceType(chunk, 'consume-shared') ?? [])] as ConsumeSharedModule[];
  return modules.sort((one, other) => (one.options.shareKey < other.options.shareKey ? -1 : 1));
}

/** What `bundler-runtime.ts` needs to know of the shared modules. */
function consumes(compilation: Compilation, chunk: Chunk): string {
  const initial = new Set(chunk.getAllInitialChunks());
  const shared: Record<string, [key: string, range: string, eager: 0 | 1]> = {};
  const idsOf = (chunks: Iterable<Chunk>): (string | number)[] =>
    [...chunks].flatMap((one) =>
      sharedModules(compilation, one).map((module) => {
        const id = compilation.chunkGraph.getModuleId(module) as string | number;
        const { shareKey, requiredVersion, eager } = module.options;
        shared[id] = [shareKey, requiredVersion, eager ? 1 : 0];
        return id;
      }),
    );
  const initialConsumes = [...new Set(idsOf(initial))];
  const later = [...chunk.getAllReferencedChunks()].map((one) => [one.id, idsOf([one])] as const);
  const chunkMapping = Object.fromEntries(later.filter(([, ids]) => ids.length > 0));
  const federation = `${RuntimeGlobals.require}.federation`;
  return `const installedModules = {};
${RuntimeGlobals.require}.consumesLoadingData = ${JSON.stringify({ shared, chunkMapping, ...(initialConsumes.length > 0 && { initialConsumes }) })};
${initialConsumes.length > 0 ? `${federation}.installInitialConsumes = () => ${federation}.bundlerRuntime.installInitialConsumes({ installedModules, webpackRequire: ${RuntimeGlobals.require} });` : ''}
${RuntimeGlobals.ensureChunkHandlers}.consumes = (chunkId, promises) => ${federation}.bundlerRuntime.consumes({ chunkId, promises, installedModules, webpackRequire: ${RuntimeGlobals.require} });`;
}

/** webpack would name them by the requests of all of them. */
function nameSharedChunks(compilation: Compilation, chunks: Iterable<Chunk>): void {
  for (const chunk of chunks) {
    const shared = sharedModules(compilation, chunk);
    if (shared.length === 0 || shared.length < compilation.chunkGraph.getNumberOfChunkModules(chunk)) continue;
    chunk.id = SHARED_CHUNK + shared.map(({ options }) => options.shareKey).join('+');
    chunk.ids = [chunk.id];
  }
}
