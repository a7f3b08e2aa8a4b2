/** Browser bundle of the shell: the host of the federation, with the shared libraries in its initial scripts. */
import { join } from 'node:path';
import { SHELL_NAME } from '@site/contracts/release';
import type { PackageSource } from '../package-source';
import { acceptedRange, sharedModules } from '../shared-modules';
import { baseConfig, browserOutput, sourceYear, providedModulesRule, type Mode } from './base-config';
import { ChunkIntegrityPlugin } from './chunk-integrity-plugin';
import { federationPlugin } from './federation-plugin';
import { LinksPlugin } from './links-plugin';
import { ModuleFilesPlugin, type BrowserBundle } from './module-files-plugin';
import { StableIdsPlugin } from './stable-ids-plugin';

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
      module: { rules: [...(base.module?.rules ?? []), providedModulesRule(source, 'browser', lazyKeys)] },
      target: ['web', 'es2022'],
      entry: { main: './src/main.ts' },
      output: { ...browserOutput(source, mode), uniqueName: SHELL_NAME },
      plugins: [
        federationPlugin({
          name: SHELL_NAME,
          remotes: {},
          shared,
          runtimePlugins: [join(source.folder, 'src/federation/core-global.ts')],
          experiments: { optimization: { disableSnapshot: true, target: 'web' } },
        }),
        sourceYear(),
        new StableIdsPlugin(),
        moduleFiles,
        links,
        ...(mode === 'production' ? [new ChunkIntegrityPlugin()] : []),
      ],
      optimization: {
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
              filename: '_/[name].[contenthash:8].js',
              reuseExistingChunk: true,
            },
            families: { test: /node_modules/, chunks: 'async', minSize: 8000, minChunks: 2, reuseExistingChunk: true },
          },
        },
      },
    },
  };
}
