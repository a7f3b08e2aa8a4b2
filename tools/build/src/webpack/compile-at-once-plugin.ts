/**
 * Tells the browser that nearly all of the scripts of a start runs at once, so that it compiles them whole while they arrive, beside the main thread
 * (https://v8.dev/blog/explicit-compile-hints). Otherwise the main thread compiles each function when it is first called. Other browsers take the
 * hint for a comment.
 */
import webpack, { type Compiler } from 'webpack';

const { Compilation, sources } = webpack;
const HINT = '//# allFunctionsCalledOnLoad\n';

export class CompileAtOncePlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('CompileAtOncePlugin', (compilation) => {
      // After the minimizer, which leaves no comment.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1;
      compilation.hooks.processAssets.tap({ name: 'CompileAtOncePlugin', stage }, () => {
        const files = [...compilation.entrypoints.values()].flatMap((entry) => entry.getFiles());
        for (const file of new Set(files))
          if (file.endsWith('.js')) compilation.updateAsset(file, (source) => new sources.ConcatSource(HINT, source));
      });
    });
  }
}
