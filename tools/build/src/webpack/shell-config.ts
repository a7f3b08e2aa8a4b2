/** Browser bundle of the shell: the host of the federation, with the shared libraries in its initial scripts. */
import { join } from 'node:path';
import type { RuleSetRule } from 'webpack';
import { SHELL_NAME } from '@site/contracts/release';
import { repositoryRoot, type PackageSource } from '../package-source';
import { acceptedRange, sharedModules } from '../shared-modules';
import { baseConfig, browserOutput, MINIMIZED, sourceYear, providedModulesRule, type Mode } from './base-config';
import { ChunkFilesPlugin } from './chunk-files-plugin';
import { CompactRuntimePlugin } from './compact-runtime-plugin';
import { CompileAtOncePlugin } from './compile-at-once-plugin';
import { federationPlugin, ownBundlerRuntime } from './federation-plugin';
import { LinksPlugin } from './links-plugin';
import { ModuleFilesPlugin, type BrowserBundle } from './module-files-plugin';
import { StableIdsPlugin } from './stable-ids-plugin';

/**
 * The store of the site begins with a copy of Redux Toolkit that has only what a store needs. RTK Query, which comes with the first page that
 * asks the backend, uses nearly all of it, and webpack gives a module in one piece to whoever needs any of it.
 */
export const startUpToolkit: RuleSetRule = {
  test: [join(repositoryRoot, 'shell/src'), join(repositoryRoot, 'shared/session/src')],
  resolve: { alias: { '@reduxjs/toolkit$': join(repositoryRoot, 'node_modules/@reduxjs/toolkit/dist/redux-toolkit.modern.mjs?start-up') } },
};

export function shellConfig(source: PackageSource, mode: Mode, pictureBase?: string): BrowserBundle {
  const moduleFiles = new ModuleFilesPlugin();
  const links = new LinksPlugin();
  const shared = Object.fromEntries(
    sharedModules().map((module) => [
      module.key,
      { singleton: true, version: module.version, requiredVersion: acceptedRange(module), eager: module.eager },
    ]),
  );
  const base = baseConfig(source, mode, 'browser', pictureBase);
  const lazyKeys = sharedModules().flatMap(({ key, eager }) => (eager ? [] : key));
  return {
    moduleFiles,
    links,
    config: {
      ...base,
      module: { rules: [...(base.module?.rules ?? []), startUpToolkit, providedModulesRule(source, 'browser', lazyKeys)] },
      target: ['web', 'es2022'],
      entry: { main: './src/main.ts' },
      output: { ...browserOutput(source, mode), uniqueName: SHELL_NAME },
      plugins: [
        federationPlugin({
          name: SHELL_NAME,
          remotes: {},
          shared,
          runtimePlugins: [join(source.folder, 'src/federation/runtime-core.ts')],
          experiments: { optimization: { disableSnapshot: true, target: 'web' } },
        }),
        ownBundlerRuntime(),
        new CompactRuntimePlugin(),
        sourceYear(),
        new StableIdsPlugin(),
        moduleFiles,
        links,
        ...(mode === 'production' ? [new CompileAtOncePlugin(), new ChunkFilesPlugin()] : []),
      ],
      optimization: {
        ...MINIMIZED,
        chunkIds: 'named',
        moduleIds: 'deterministic',
        splitChunks: {
          chunks: 'all',
          cacheGroups: {
            default: false,
            defaultVendors: {
              test: /node_modules/,
              chunks: 'initial',
              name: 'vendors',
              reuseExistingChunk: true,
            },
            families: { test: /node_modules/, chunks: 'async', minSize: 8000, minChunks: 2, reuseExistingChunk: true },
          },
        },
      },
    },
  };
}
