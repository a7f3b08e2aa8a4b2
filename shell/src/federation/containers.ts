/** Containers: what Module Federation's plugin for webpack makes of a remote, an entry that leaves an object behind which has the remote's modules. */
import type { RemoteSource } from '@site/contracts/composition';
import { containerName } from '@site/contracts/names';

/** Of webpack: the modules that this bundle shares. */
declare const __webpack_share_scopes__: { default: object };

/** A page module: its default export is the component. */
export interface PageModule {
  default: React.ComponentType;
}

interface Container {
  init(shareScope: object): unknown;
  get(module: string): Promise<() => PageModule>;
}

interface Source {
  entry: string;
  integrity: string | null;
  /** Null before it is asked for, and after it did not come. */
  container: Promise<Container> | null;
}

/** By the name of the remote. */
const sources = new Map<string, Source>();

/** Makes `source` the version of the remote that {@link loadExposed} loads from, replacing any other. Its entry is asked for anew. */
export function registerSource(name: string, { entry, integrity }: RemoteSource): void {
  sources.set(name, { entry, integrity, container: null });
}

/** Address of the entry that the pages of the remote come from; null before it has a source. */
export const registeredEntry = (name: string): string | null => sources.get(name)?.entry ?? null;

/** Loads an exposed module of the remote: its entry if need be, then its chunks. @throws Error if one of them does not come, or there is none. */
export async function loadExposed(name: string, page: string): Promise<PageModule> {
  const source = sources.get(name);
  if (!source) throw new Error(`${name} has no source`);
  const container = await (source.container ??= start(name, source));
  const factory = await container.get(page);
  try {
    return factory();
  } catch (error) {
    // The container keeps the module half made, and would give it to the next who asks.
    source.container = null;
    throw error;
  }
}

async function start(name: string, source: Source): Promise<Container> {
  try {
    const container = await loadEntry(name, source);
    await container.init(__webpack_share_scopes__.default);
    return container;
  } catch (error) {
    source.container = null;
    throw error;
  }
}

/** A browser runs no entry that is not of the hash that the document carries. */
function loadEntry(name: string, { entry, integrity }: Source): Promise<Container> {
  const left = globalThis as unknown as Record<string, Container | undefined>;
  const key = containerName(name);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = entry;
    // As the document preloads it; of another mode, the browser would fetch it a second time.
    script.crossOrigin = 'anonymous';
    script.integrity = integrity ?? '';
    script.onload = () => {
      const container = left[key];
      // What another version leaves behind has the same name.
      left[key] = undefined;
      script.remove();
      if (container) resolve(container);
      else reject(new Error(`Entry of ${name} without a container: ${script.src}`));
    };
    script.onerror = () => {
      script.remove();
      reject(new Error(`Entry of ${name} failed: ${script.src}`));
    };
    document.head.append(script);
  });
}
