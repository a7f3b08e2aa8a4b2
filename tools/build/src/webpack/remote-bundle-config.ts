/** Browser bundle of a remote: one exposed module per page, shared libraries left to the shell. */
import { containerName } from '@site/contracts/remote-config';
import type { PackageSource } from '../package-source';
import { acceptedRange, sharedModules } from '../shared-modules';
import { baseConfig, browserOutput, MINIMIZED, type Mode } from './base-config';
import { ChunkFilesPlugin } from './chunk-files-plugin';
import { CompactRuntimePlugin } from './compact-runtime-plugin';
import { federationPlugin, ownBundlerRuntime } from './federation-plugin';
import { ManifestPlugin, manifestOptions } from './manifest-plugin';
import { LinksPlugin } from './links-plugin';
import { ModuleFilesPlugin, type BrowserBundle } from './module-files-plugin';
import { OwnChunksPlugin } from './own-chunks-plugin';
import { StableIdsPlugin } from './stable-ids-plugin';

/** About 70 bytes each in brotli, so that an entry stays below 3 KB. */
const MOST_CHUNKS_IN_ENTRY = 11;

export const REMOTE_ENTRY = 'v/remoteEntry.js';

/** Module that Module Federation exposes for a page: `./draft/draft-page` is `src/draft/draft-page`. */
export const pageModule = (page: string): string => page.replace('./', './src/');

/** Module Federation's own names of these chunks can't be turned back into the page: they write a dash like a slash. */
const pageChunk = (page: string): string => page.replace('./', '').replaceAll('/', '.');

export function remoteBundleConfig(source: PackageSource, mode: Mode, pictureBase?: string): BrowserBundle {
  const moduleFiles = new ModuleFilesPlugin(new Map(source.pages.map((page) => [pageChunk(page), page])));
  const links = new LinksPlugin();
  return {
    moduleFiles,
    links,
    config: {
      ...baseConfig(source, mode, 'browser', pictureBase),
      target: ['web', 'es2022'],
      entry: {},
      output: { ...browserOutput(source, mode), uniqueName: source.name },
      // The shell's runtime is a property of `self`; the global object of the output is the place of the chunks: see OwnChunksPlugin.
      externalsType: 'self',
      plugins: [
        federationPlugin({
          name: containerName(source.name),
          filename: REMOTE_ENTRY,
          manifest: mode === 'production' && manifestOptions,
          exposes: Object.fromEntries(source.pages.map((page) => [page, { import: pageModule(page), name: pageChunk(page) }])),
          shared: Object.fromEntries(
            sharedModules().map((module) => [module.key, { singleton: true, import: false, requiredVersion: acceptedRange(module) }]),
          ),
          experiments: { externalRuntime: true, optimization: { disableSnapshot: true, disableRemote: true, target: 'web' } },
        }),
        ownBundlerRuntime(),
        new CompactRuntimePlugin(),
        new StableIdsPlugin(),
        new OwnChunksPlugin(),
        moduleFiles,
        links,
        ...(mode === 'production' ? [new ChunkFilesPlugin(MOST_CHUNKS_IN_ENTRY), new ManifestPlugin()] : []),
      ],
      // A chunk of its own only for what several pages use, in characters of source from here on: every other one would be one more request,
      // and one more hash in the entry.
      optimization: { ...MINIMIZED, chunkIds: 'named', moduleIds: 'deterministic', splitChunks: { minChunks: 2, minSize: 24_000 } },
    },
  };
}
