/** The federation runtime of this bundle. `@module-federation/enhanced/runtime` would bring a second copy. */
import type { ModuleFederation } from '@module-federation/runtime-core';
import type { RemoteSource } from '@site/contracts/composition';
import { containerName } from '@site/contracts/names';

declare const __webpack_require__: { federation: { instance: ModuleFederation } };

/** A page module: its default export is the component. */
export interface PageModule {
  default: React.ComponentType;
}

const runtime = (): ModuleFederation => __webpack_require__.federation.instance;

/** By address of an entry: its hash, empty where there is none. */
const integrityOf = new Map<string, string>();

/** Makes `source` the version of the remote that {@link loadExposed} loads from, replacing any other. */
export function registerSource(name: string, { entry, integrity }: RemoteSource): void {
  const address = new URL(entry, location.origin).href;
  integrityOf.set(address, integrity ?? '');
  const remote = { name: containerName(name), entry: address };
  // Told to register it by force, the runtime would do the same, and warn whoever reads the console.
  runtime().remoteHandler['removeRemote'](remote);
  runtime().registerRemotes([remote]);
}

/** Loads an exposed module of the remote: its entry if need be, then its chunks. */
export async function loadExposed(name: string, page: string): Promise<PageModule> {
  const module = await runtime().loadRemote<PageModule>(`${containerName(name)}/${page.replace('./', '')}`);
  if (module === null) throw new Error(`${name} does not expose ${page}`);
  return module;
}

/** Entries are verified by the hash that the document carries; a browser refuses to run anything else. */
export function verifyEntries(): void {
  runtime().registerPlugins([
    {
      name: 'entry-integrity',
      createScript({ url }) {
        const script = document.createElement('script');
        script.src = url;
        script.async = true;
        // As the document preloads it; of another mode, the browser would fetch it a second time.
        script.crossOrigin = 'anonymous';
        script.integrity = integrityOf.get(url) ?? '';
        return script;
      },
    },
  ]);
}
