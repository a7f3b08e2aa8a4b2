/**
 * Names the modules that Module Federation adds to an entry. They contain the absolute path of a generated file, whose name is a hash of
 * another absolute path: an id derived from them would differ from checkout to checkout.
 */
import type { Compiler } from 'webpack';

const GENERATED_FILE = /[\\/]\.federation[\\/]entry\.[0-9a-f]+\.js/;

export class StableIdsPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('StableIdsPlugin', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('StableIdsPlugin', (modules) => {
        for (const module of modules) {
          const identifier = module.identifier();
          if (!GENERATED_FILE.test(identifier)) continue;
          compilation.chunkGraph.setModuleId(module, identifier.startsWith('container entry') ? 'container' : 'federation');
        }
      });
    });
  }
}
