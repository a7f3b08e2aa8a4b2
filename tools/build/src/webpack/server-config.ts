/** Bundle for rendering ahead of time, CommonJS for Node: the shell's renders, a remote's supplies its page modules. */
import { join } from 'node:path';
import type { Configuration } from 'webpack';
import { SHELL_NAME } from '@site/contracts/release';
import type { PackageSource } from '../package-source';
import { sharedModules } from '../shared-modules';
import { baseConfig, sourceYear, HASH_FUNCTION, loader, providedModulesRule, type Mode } from './base-config';
import { pageModule } from './remote-bundle-config';

export const SERVER_BUNDLE = 'server/bundle.cjs';

export function serverConfig(source: PackageSource, mode: Mode): Configuration {
  const base = baseConfig(source, mode, 'server');
  const isShell = source.name === SHELL_NAME;
  const sharedKeys = new Set(sharedModules().map(({ key }) => key));
  return {
    ...base,
    target: 'node20',
    devtool: false,
    entry: { bundle: isShell ? './src/server.tsx' : './remote.config.ts' },
    module: {
      rules: [
        ...(base.module?.rules ?? []),
        isShell
          ? providedModulesRule(source, 'server', [...sharedKeys])
          : {
              test: join(source.folder, 'remote.config.ts'),
              loader: loader('pages-loader.cjs'),
              options: { pages: source.pages.map((page) => [page, pageModule(page)]) },
            },
      ],
    },
    output: {
      path: join(source.folder, 'dist'),
      filename: SERVER_BUNDLE,
      library: { type: 'commonjs2' },
      asyncChunks: false,
      hashFunction: HASH_FUNCTION,
    },
    externals: isShell
      ? []
      : [({ request }, callback) => (request && sharedKeys.has(request) ? callback(undefined, `commonjs ${request}`) : callback())],
    plugins: [sourceYear()],
    optimization: { minimize: false, splitChunks: false },
  };
}
