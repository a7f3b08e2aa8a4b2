/**
 * Makes Module Federation's manifest fit to where the site serves it. It lies beside the entry, under the address of the version, and hosts
 * take its paths as relative to it; by itself it has them relative to the folder of the build.
 */
import { posix } from 'node:path';
import { MANIFEST_PATH } from '@site/contracts/release';
import webpack, { type Compilation, type Compiler } from 'webpack';

const FOLDER = posix.dirname(MANIFEST_PATH);
const STATS = `${FOLDER}/mf-stats.json`;

/** Value of the option `manifest` of Module Federation. */
export const manifestOptions = { filePath: FOLDER };

interface Assets {
  js: Record<'sync' | 'async', string[]>;
  css: Record<'sync' | 'async', string[]>;
}

/** What of a manifest is changed here. */
interface Manifest {
  metaData: { remoteEntry: { name: string } };
  shared: { name: string }[];
  exposes: { assets: Assets }[];
}

/** Files in `v/` lie beside the manifest, those in `_/` in a folder beside that of the version. */
const besideManifest = (path: string): string => posix.relative(FOLDER, path);

export class ManifestPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ManifestPlugin', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER + 1;
      compilation.hooks.processAssets.tap({ name: 'ManifestPlugin', stage }, () => this.adapt(compilation));
    });
  }

  private adapt(compilation: Compilation): void {
    compilation.updateAsset(MANIFEST_PATH, (source) => {
      const manifest = JSON.parse(source.source().toString()) as Manifest;
      const { remoteEntry } = manifest.metaData;
      remoteEntry.name = besideManifest(remoteEntry.name);
      // They come in the order in which their modules happened to be read.
      manifest.shared.sort((one, other) => (one.name < other.name ? -1 : 1));
      for (const { assets } of manifest.exposes) {
        for (const lists of [assets.js, assets.css]) {
          lists.sync = lists.sync.map(besideManifest);
          lists.async = lists.async.map(besideManifest);
        }
      }
      return new webpack.sources.RawSource(JSON.stringify(manifest));
    });
    // Module names and sizes of the build, which nobody asks for.
    compilation.deleteAsset(STATS);
  }
}
