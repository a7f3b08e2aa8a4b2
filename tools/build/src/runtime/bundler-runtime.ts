/**
 * What the bundles of this site use of Module Federation's bundler runtime, in its place: a remote exposes pages and consumes what its host
 * shares; the shell shares, and loads remotes by calls alone. The library's own is 3 KB more in each of them, for what no bundle here asks
 * for: copies to fall back to, shares that are shaken, remotes that are imported. The functions have the names and arguments by which
 * webpack's runtime calls them. The core that they use is that of the host: the shell's own, or the library's.
 */
interface ShareScopes {
  [scope: string]: object;
}

/** An instance of the federation, as far as it is used here. */
interface Instance {
  name: string;
  options: { name: string; version?: string; shareStrategy: string };
  shareScopeMap: ShareScopes;
  initOptions(options: object): void;
  initShareScopeMap(scope: string, shared: object, extra: { hostShareScopeMap: ShareScopes }): void;
  initializeSharing(scope: string, options: object): Promise<unknown>[];
  loadShare(key: string, options: object): Promise<false | (() => unknown)>;
  loadShareSync(key: string, options: object): () => unknown;
}

/** A shared module, as `CompactRuntimePlugin` writes it. */
type Consumed = [shareKey: string, requiredVersion: string, eager: 0 | 1];

type ModuleId = string | number;

interface WebpackRequire {
  /** Factories of modules, and the modules that were made. */
  m: Record<ModuleId, (module: { exports: unknown }) => void>;
  c: Record<ModuleId, unknown>;
  S: ShareScopes;
  I(scope: string, initScope?: object[]): unknown;
  federation: { instance: Instance; initOptions: { name: string } };
  consumesLoadingData: {
    shared: Record<ModuleId, Consumed>;
    /** Shared modules by the chunk that needs them. */
    chunkMapping: Record<string, ModuleId[]>;
    /** Shared modules that the first scripts need. */
    initialConsumes?: ModuleId[];
  };
}

interface RuntimeCore {
  CurrentGlobal: { __FEDERATION__: { __INSTANCES__: Instance[] } };
  ModuleFederation: new (options: object) => Instance;
  getGlobalFederationConstructor(): RuntimeCore['ModuleFederation'] | undefined;
  setGlobalFederationInstance(instance: Instance): void;
}

interface InitOptions {
  shareScopeMap?: ShareScopes;
}

interface ContainerEntry {
  webpackRequire: WebpackRequire;
  shareScope: object;
  initScope: object[];
  shareScopeKey: string;
  remoteEntryInitOptions?: InitOptions;
}

interface Sharing {
  shareScopeName: string;
  webpackRequire: WebpackRequire;
  initPromises: Record<string, unknown>;
  initTokens: Record<string, object>;
  initScope?: object[];
}

interface Consumption {
  chunkId: string;
  promises: unknown[];
  installedModules: Installed;
  webpackRequire: WebpackRequire;
}

interface InitialConsumption {
  installedModules: Installed;
  webpackRequire: WebpackRequire;
}

/** By module: the promise of one that is on its way, 0 for one that is there. */
type Installed = Record<ModuleId, unknown>;

function runtimeCore(): RuntimeCore {
  const core = (self as { _FEDERATION_RUNTIME_CORE?: RuntimeCore })._FEDERATION_RUNTIME_CORE;
  if (!core) throw new Error('The host provides no Module Federation runtime');
  return core;
}

const bundlerRuntime = {
  /** The instance of this bundle: one for all versions of a remote in a page, as the library has it. */
  init({ webpackRequire }: { webpackRequire: WebpackRequire }): Instance {
    const core = runtimeCore();
    const options = { ...webpackRequire.federation.initOptions, id: '' };
    const known = core.CurrentGlobal.__FEDERATION__.__INSTANCES__.find(
      ({ options: { name, version } }) => name === options.name && !version,
    );
    if (known) {
      known.initOptions(options);
      return known;
    }
    const instance = new (core.getGlobalFederationConstructor() ?? core.ModuleFederation)(options);
    core.setGlobalFederationInstance(instance);
    return instance;
  },

  /** The host offers what it shares. */
  initContainerEntry({
    webpackRequire,
    shareScope,
    initScope,
    shareScopeKey,
    remoteEntryInitOptions: given = {},
  }: ContainerEntry): unknown {
    const { instance, initOptions } = webpackRequire.federation;
    instance.initOptions({ name: initOptions.name, remotes: [], ...given });
    instance.initShareScopeMap(shareScopeKey, shareScope, { hostShareScopeMap: given.shareScopeMap ?? {} });
    attachShareScopeMap(webpackRequire);
    return webpackRequire.I(shareScopeKey, initScope);
  },

  /** Makes a scope ready. Hosts and remotes that share with each other call this in a circle, which the tokens end. */
  I({ shareScopeName: scope, webpackRequire, initPromises, initTokens, initScope = [] }: Sharing): unknown {
    const { instance } = webpackRequire.federation;
    const token = (initTokens[scope] ??= { from: instance.name });
    if (initScope.includes(token)) return undefined;
    initScope.push(token);
    return (initPromises[scope] ??= Promise.all(
      instance.initializeSharing(scope, { strategy: instance.options.shareStrategy, initScope, from: 'build' }),
    ).then(() => (initPromises[scope] = true)));
  },

  /** Lets the first scripts of the shell import the shared modules that they carry themselves. */
  installInitialConsumes({ installedModules, webpackRequire }: InitialConsumption): void {
    for (const id of webpackRequire.consumesLoadingData.initialConsumes ?? []) {
      const { shareKey, ...shareInfo } = shareOf(id, webpackRequire);
      provide(id, webpackRequire, () => {
        installedModules[id] = 0;
        return webpackRequire.federation.instance.loadShareSync(shareKey, shareInfo)();
      });
    }
  },

  /**
   * Gets the shared modules that a chunk needs from the host. Where one does not come, the chunk is not loaded: webpack keeps a module that has
   * thrown while it was evaluated, and would give it half made to whoever asks next.
   */
  consumes({ chunkId, promises, installedModules, webpackRequire }: Consumption): void {
    for (const id of webpackRequire.consumesLoadingData.chunkMapping[chunkId] ?? []) {
      if (!(id in installedModules)) installedModules[id] = consume(id, installedModules, webpackRequire);
      promises.push(installedModules[id]);
    }
  },
};

/** A shared module, as the runtime is asked for it. */
function shareOf(id: ModuleId, { consumesLoadingData }: WebpackRequire): { shareKey: string; customShareInfo: object } {
  const [shareKey, requiredVersion, eager] = consumesLoadingData.shared[id] as Consumed;
  const shareConfig = { singleton: true, strictVersion: false, requiredVersion, eager: Boolean(eager) };
  return { shareKey, customShareInfo: { scope: ['default'], shareConfig } };
}

async function consume(id: ModuleId, installedModules: Installed, webpackRequire: WebpackRequire): Promise<void> {
  try {
    const { shareKey, ...shareInfo } = shareOf(id, webpackRequire);
    const factory = await webpackRequire.federation.instance.loadShare(shareKey, shareInfo);
    if (!factory) throw new Error(`The host shares no ${shareKey}`);
    installedModules[id] = 0;
    provide(id, webpackRequire, factory);
  } catch (error) {
    // The next chunk that needs it asks again.
    Reflect.deleteProperty(installedModules, id);
    throw error;
  }
}

/** Lets a module be what `factory` gives when it is imported. */
function provide(id: ModuleId, { m, c }: WebpackRequire, factory: () => unknown): void {
  m[id] = (module) => {
    Reflect.deleteProperty(c, id);
    module.exports = factory();
  };
}

function attachShareScopeMap(webpackRequire: WebpackRequire): void {
  webpackRequire.S = webpackRequire.federation.instance.shareScopeMap;
}

// eslint-disable-next-line import-x/no-default-export -- the form in which Module Federation's entry takes it
export default { bundlerRuntime, attachShareScopeMap };
