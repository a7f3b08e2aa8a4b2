/** Module Federation, as the shell and the remotes both use it. */
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';

type Options = ConstructorParameters<typeof ModuleFederationPlugin>[0];

/** Module Federation writes `MF_BUILD_VERSION`, else the version of package.json, into each entry. A new number alone must not change a file. */
const BUILD_VERSION = 'any';

export function federationPlugin(options: Options): ModuleFederationPlugin {
  process.env.MF_BUILD_VERSION = BUILD_VERSION;
  return new ModuleFederationPlugin({ shareStrategy: 'loaded-first', dts: false, manifest: false, ...options });
}
