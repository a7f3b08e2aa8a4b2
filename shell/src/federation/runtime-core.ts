/**
 * The core of Module Federation's runtime as far as this site needs it: the shell shares one version of each module, and remotes share nothing.
 * The library's has 12 KB more of each first view, for what no bundle here asks for (docs/decisions/0060). Bundles find it by the library's name
 * and use it by the library's names, so that a remote runs on either: see tools/build/src/runtime/bundler-runtime.ts.
 *
 * For webpack, it is a runtime plugin of Module Federation without hooks: that is what an entry evaluates before it starts.
 */
type Factory = () => unknown;

/** A module that the shell shares, as webpack's runtime tells it. */
export interface Shared {
  version: string;
  /** The factory of one that is evaluated at start-up; for others, the promise of their script. */
  get(): Factory | Promise<Factory>;
  /** What `get` has brought. */
  lib?: Factory;
  /** Keeps the copies of remotes of other tools from taking its place. */
  loaded?: true;
}

/** Versions of a module by their number, by the key of the module. What a remote of another tool adds comes after the shell's. */
type ShareScope = Record<string, Record<string, Shared>>;

interface Options {
  name: string;
  /** What a bundle brings to share. Each module has one version. */
  shared?: Record<string, [Shared]>;
}

/** One for the shell, one for each remote. */
export class ModuleFederation {
  readonly name: string;
  options: Options;
  readonly shareScopeMap: Record<string, ShareScope> = {};

  constructor(options: Options) {
    this.name = options.name;
    this.options = options;
    const shared = Object.entries(options.shared ?? {});
    const versions = shared.map(([key, [module]]) => [key, { [module.version]: { ...module, loaded: true } }] as const);
    this.initShareScopeMap('default', Object.fromEntries(versions));
  }

  initOptions(options: Options): void {
    this.options = { ...this.options, ...options };
  }

  /** Takes the modules of the host. */
  initShareScopeMap(name: string, scope: ShareScope): void {
    this.shareScopeMap[name] = scope;
  }

  /** Every module is in its scope from the beginning: there is nothing to wait for. */
  initializeSharing(): Promise<unknown>[] {
    return [];
  }

  /** False if nobody shares the module. A script that did not come is asked for again the next time. @throws Error of the script. */
  async loadShare(key: string): Promise<Factory | false> {
    const shared = this.#find(key);
    return shared ? (shared.lib ??= await shared.get()) : false;
  }

  /** For modules that are evaluated at start-up. @throws Error for any other. */
  loadShareSync(key: string): Factory {
    const factory = this.#find(key)?.get();
    if (typeof factory !== 'function') throw new Error(`${key} is not shared eagerly`);
    return factory;
  }

  #find(key: string): Shared | undefined {
    return Object.values(this.shareScopeMap['default']?.[key] ?? {})[0];
  }
}

const instances: ModuleFederation[] = [];

/** The library's names, under which bundles look for the core. */
const core = {
  CurrentGlobal: { __FEDERATION__: { __INSTANCES__: instances } },
  ModuleFederation,
  getGlobalFederationConstructor: () => undefined,
  setGlobalFederationInstance: (instance: ModuleFederation) => void instances.push(instance),
};
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core });

// eslint-disable-next-line import-x/no-default-export -- the form in which Module Federation takes a runtime plugin
export default function runtimeCore(): { name: string } {
  return { name: 'runtime-core' };
}
