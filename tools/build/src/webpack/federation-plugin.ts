/** Module Federation, as the shell and the remotes both use it. */
import { join, resolve } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack, { type WebpackPluginInstance } from 'webpack';

type Options = ConstructorParameters<typeof ModuleFederationPlugin>[0];

/** Module Federation writes `MF_BUILD_VERSION`, else the version of package.json, into each entry. A new number alone must not change a file. */
const BUILD_VERSION = 'any';

export function federationPlugin(options: Options): ModuleFederationPlugin {
  process.env.MF_BUILD_VERSION = BUILD_VERSION;
  return new ModuleFederationPlugin({ shareStrategy: 'loaded-first', dts: false, manifest: false, ...options });
}

const { NormalModuleReplacementPlugin } = webpack;
const RUNTIME = join(import.meta.dirname, '../runtime');

/** Modules of Module Federation by the end of their path, and what takes their place. */
const OWN_PARTS = {
  'webpack-bundler-runtime/dist/bundler.js': 'bundler-runtime.ts',
  'runtime-core/dist/utils/preload.js': 'no-preloads.ts',
  'runtime-core/dist/plugins/snapshot/SnapshotHandler.js': 'no-snapshots.ts',
  'error-codes/dist/desc.mjs': 'error-texts.ts',
  'error-codes/dist/getShortErrorMsg.mjs': 'error-texts.ts',
};
const REQUEST = /[\\/](?:bundler|preload|SnapshotHandler|desc|getShortErrorMsg)\.m?js$/;

/** Leaves out of the runtime what no bundle of this site asks for. */
export const ownRuntimeParts = (): WebpackPluginInstance =>
  new NormalModuleReplacementPlugin(REQUEST, (data: { context: string; request: string }) => {
    const file = resolve(data.context, data.request).replaceAll('\\', '/');
    const own = Object.entries(OWN_PARTS).find(([end]) => file.endsWith(`/@module-federation/${end}`));
    if (own) data.request = join(RUNTIME, own[1]);
  });
