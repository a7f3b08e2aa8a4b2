/**
 * What the bundles of this site use of Module Federation's bundler runtime, in its place: a remote exposes pages and consumes what its host
 * shares; the shell shares, and loads remotes by calls alone. The library's own is 3 KB more in each of them, for what no bundle here asks
 * for: copies to fall back to, shares that are shaken, remotes that are imported. The functions have the names and arguments by which
 * webpack's runtime calls them. The runtime itself is the library's.
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

interface Consumed {
  shareKey: string;
  shareScope: string[];
  fallback: unknown;
  requiredVersion: string;
  strictVersion: boolean;
  singleton: boolean;
  eager: boolean;
}

type ModuleId = string | number;

interface WebpackRequire {
  /** Factories of modules, and the modules that were made. */
  m: Record<ModuleId, (module: { exports: unknown }) => void>;
  c: Record<ModuleId, unknown>;
  S: ShareScopes;
  I(scope: string, initScope?: object[]): unknown;
  federation: { instance: Instance; initOptions: { name: string } };
  consumesLoadingData: {
    chunkMapping?: Record<string, ModuleId[]>;
    moduleIdToConsumeDataMapping?: Record<ModuleId, Consumed>;
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
  shareScopeKeys?: string | string[];
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
  initialConsumes: ModuleId[];
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
    const { shareScopeKeys, shareScopeMap: hostShareScopeMap = {} } = given;
    instance.initOptions({ name: initOptions.name, remotes: [], ...given });
    if (Array.isArray(shareScopeKeys))
      for (const key of shareScopeKeys) instance.initShareScopeMap(key, (hostShareScopeMap[key] ??= {}), { hostShareScopeMap });
    else instance.initShareScopeMap(shareScopeKey, shareScope, { hostShareScopeMap });
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
  installInitialConsumes({ initialConsumes, installedModules, webpackRequire }: InitialConsumption): void {
    for (const id of initialConsumes) {
      const { shareKey, ...shareInfo } = shareOf(id, webpackRequire);
      webpackRequire.m[id] = (module) => {
        installedModules[id] = 0;
        Reflect.deleteProperty(webpackRequire.c, id);
        module.exports = webpackRequire.federation.instance.loadShareSync(shareKey, shareInfo)();
      };
    }
  },

  /** Gets the shared modules that a chunk needs from the host. One that does not come throws where it is imported. */
  consumes({ chunkId, promises, installedModules, webpackRequire }: Consumption): void {
    for (const id of webpackRequire.consumesLoadingData.chunkMapping?.[chunkId] ?? []) {
      if (!(id in installedModules)) installedModules[id] = consume(id, installedModules, webpackRequire);
      promises.push(installedModules[id]);
    }
  },
};

/** A shared module, as the runtime is asked for it. */
function shareOf(id: ModuleId, { consumesLoadingData }: WebpackRequire): { shareKey: string; customShareInfo: object } {
  const consumed = consumesLoadingData.moduleIdToConsumeDataMapping?.[id];
  if (!consumed) throw new Error(`No shared module has the id ${id}`);
  const { shareKey, shareScope, fallback: _, ...shareConfig } = consumed;
  return { shareKey, customShareInfo: { scope: shareScope, shareConfig } };
}

async function consume(id: ModuleId, installedModules: Installed, webpackRequire: WebpackRequire): Promise<void> {
  try {
    const { shareKey, ...shareInfo } = shareOf(id, webpackRequire);
    const factory = await webpackRequire.federation.instance.loadShare(shareKey, shareInfo);
    if (!factory) throw new Error(`The host shares no ${shareKey}`);
    installedModules[id] = 0;
    webpackRequire.m[id] = (module) => {
      Reflect.deleteProperty(webpackRequire.c, id);
      module.exports = factory();
    };
  } catch (error) {
    Reflect.deleteProperty(installedModules, id);
    webpackRequire.m[id] = () => {
      Reflect.deleteProperty(webpackRequire.c, id);
      throw error;
    };
  }
}

function attachShareScopeMap(webpackRequire: WebpackRequire): void {
  webpackRequire.S = webpackRequire.federation.instance.shareScopeMap;
}

// eslint-disable-next-line import-x/no-default-export -- the form in which Module Federation's entry takes it
export default { bundlerRuntime, attachShareScopeMap };
