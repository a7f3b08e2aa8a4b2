/**
 * Lets a bundle verify its own chunks: the script that holds the runtime carries the hash of every other script and sets it as the
 * `integrity` of each script element that it creates. The document carries the hash of that first script, so nothing unverified runs.
 * (webpack-subresource-integrity breaks on federated chunks: its issue 176.)
 */
import { createHash } from 'node:crypto';
import webpack, { type Compilation, type Compiler } from 'webpack';

const { RuntimeModule, sources, runtime } = webpack;
const PLACEHOLDER = '__CHUNK_INTEGRITY__';
/** The minimizer chooses the quotes. */
const QUOTED_PLACEHOLDER = new RegExp(`(["'])${PLACEHOLDER}\\1`);

export const sha384 = (bytes: Buffer | string): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

class ChunkIntegrityRuntimeModule extends RuntimeModule {
  constructor() {
    super('chunk integrity', RuntimeModule.STAGE_ATTACH);
  }

  override generate(): string {
    return `__webpack_require__.chunkIntegrity = '${PLACEHOLDER}';`;
  }
}

export class ChunkIntegrityPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ChunkIntegrityPlugin', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('ChunkIntegrityPlugin', (chunk) => {
        compilation.addRuntimeModule(chunk, new ChunkIntegrityRuntimeModule());
      });
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'ChunkIntegrityPlugin',
        (code) => `${code}
script.integrity = __webpack_require__.chunkIntegrity[chunkId] || "sha384-unknown";`,
      );
      compilation.hooks.processAssets.tap(
        { name: 'ChunkIntegrityPlugin', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1 },
        () => this.fill(compilation),
      );
    });
  }

  private fill(compilation: Compilation): void {
    const scripts = compilation.getAssets().filter(({ name }) => name.endsWith('.js'));
    const hashOf = new Map(scripts.map(({ name, source }) => [name, sha384(source.buffer())]));
    const files = [...compilation.chunks].flatMap(({ id, files }) => [...files].map((file) => [id, file] as const));
    const hashes = Object.fromEntries(
      files.flatMap(([id, file]) => (file.startsWith('_/') && hashOf.has(file) ? [[id, hashOf.get(file)]] : [])),
    );
    for (const { name, source } of scripts) {
      const text = source.source().toString();
      if (QUOTED_PLACEHOLDER.test(text))
        compilation.updateAsset(name, new sources.RawSource(text.replace(QUOTED_PLACEHOLDER, JSON.stringify(hashes))));
    }
  }
}
