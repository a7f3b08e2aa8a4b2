/** Module Federation, as the shell and the remotes both use it. */
import { join } from 'node:path';
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

const BUNDLER_RUNTIME = /[\\/]@module-federation[\\/]webpack-bundler-runtime[\\/]dist[\\/]bundler\.js$/;

/** Puts what the bundles of this site use of Module Federation's bundler runtime in its place. */
export const ownBundlerRuntime = (): WebpackPluginInstance =>
  new NormalModuleReplacementPlugin(BUNDLER_RUNTIME, join(import.meta.dirname, '../runtime/bundler-runtime.ts'));
