/**
 * What a remote's entry needs of Module Federation's bundler runtime, in its place: it exposes pages and consumes what its host shares. The
 * library's own is 3 KB more in every remote, for what `remote-bundle-config` does not ask for: copies of its own to fall back to, shares
 * that are shaken, remotes of a remote. The functions have the names and arguments by which webpack's runtime calls them.
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
}

interface Consumed {
  shareKey: string;
  shareScope: string[];
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
  /** By module: the promise of one that is on its way, 0 for one that is there. */
  installedModules: Record<ModuleId, unknown>;
  webpackRequire: WebpackRequire;
}

function runtimeCore(): RuntimeCore {
  const core = (self as { _FEDERATION_RUNTIME_CORE?: RuntimeCore })._FEDERATION_RUNTIME_CORE;
  if (!core) throw new Error('The host provides no Module Federation runtime');
  return core;
}

const bundlerRuntime = {
  /** The instance of this remote: one for all versions of it in a page, as the library has it. */
  init({ webpackRequire }: { webpackRequire: WebpackRequire }): Instance {
    const core = runtimeCore();
    const options = { ...webpackRequire.federation.initOptions, id: '' };
    const known = core.CurrentGlobal.__FEDERATION__.__INSTANCES__.find(({ options: { name, version } }) => name === options.name && !version);
    if (known) {
      known.initOptions(options);
      return known;
    }
    const instance = new (core.getGlobalFederationConstructor() ?? core.ModuleFederation)(options);
    core.setGlobalFederationInstance(instance);
    return instance;
  },

  /** The host offers what it shares. */
  initContainerEntry({ webpackRequire, shareScope, initScope, shareScopeKey, remoteEntryInitOptions: given = {} }: ContainerEntry): unknown {
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

  /** Gets the shared modules that a chunk needs from the host. One that does not come throws where it is imported. */
  consumes({ chunkId, promises, installedModules, webpackRequire }: Consumption): void {
    const { chunkMapping = {}, moduleIdToConsumeDataMapping: consumed = {} } = webpackRequire.consumesLoadingData;
    for (const id of chunkMapping[chunkId] ?? []) {
      if (!(id in installedModules)) installedModules[id] = consume(id, consumed[id] as Consumed, installedModules, webpackRequire);
      promises.push(installedModules[id]);
    }
  },
};

async function consume(
  id: ModuleId,
  { shareKey, shareScope, ...shareConfig }: Consumed,
  installedModules: Consumption['installedModules'],
  webpackRequire: WebpackRequire,
): Promise<void> {
  try {
    const factory = await webpackRequire.federation.instance.loadShare(shareKey, { customShareInfo: { scope: shareScope, shareConfig } });
    if (!factory) throw new Error(`The host shares no ${shareKey}`);
    installedModules[id] = 0;
    webpackRequire.m[id] = (module) => {
      delete webpackRequire.c[id];
      module.exports = factory();
    };
  } catch (error) {
    delete installedModules[id];
    webpackRequire.m[id] = () => {
      delete webpackRequire.c[id];
      throw error;
    };
  }
}

function attachShareScopeMap(webpackRequire: WebpackRequire): void {
  webpackRequire.S = webpackRequire.federation.instance.shareScopeMap;
}

// eslint-disable-next-line import-x/no-default-export -- the form in which Module Federation's entry takes it
export default { bundlerRuntime, attachShareScopeMap };
