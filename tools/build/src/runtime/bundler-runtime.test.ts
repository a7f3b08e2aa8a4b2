import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import federation from './bundler-runtime';

const { bundlerRuntime } = federation;
type WebpackRequire = Parameters<typeof bundlerRuntime.consumes>[0]['webpackRequire'];

const loadShare = jest.fn<(key: string, options: object) => Promise<false | (() => unknown)>>();
const instances: object[] = [];

class Instance {
  name: string;
  options: object;
  shareScopeMap = {};
  loadShare = loadShare;
  initOptions = jest.fn();
  constructor(options: { name: string }) {
    this.name = options.name;
    this.options = options;
  }
}

const makeRequire = () =>
  ({
    m: {},
    c: {},
    federation: { initOptions: { name: 'mf_probe' } },
    consumesLoadingData: { chunkMapping: { page: [1, 2] }, shared: { 1: ['react', '^1.0.0', 0], 2: ['@site/ui', '^1.0.0', 0] } },
  }) as unknown as WebpackRequire;

/** Loads the shared modules of a chunk. */
async function consume(webpackRequire: WebpackRequire, installedModules = {}) {
  const promises: unknown[] = [];
  bundlerRuntime.consumes({ chunkId: 'page', promises, installedModules, webpackRequire });
  await Promise.all(promises);
  return installedModules;
}

function evaluate({ m }: WebpackRequire, id: number): unknown {
  const module = { exports: undefined as unknown };
  m[id]?.(module);
  return module.exports;
}

beforeEach(() => {
  loadShare.mockReset();
  instances.length = 0;
  Object.assign(globalThis, {
    self: globalThis,
    _FEDERATION_RUNTIME_CORE: {
      CurrentGlobal: { __FEDERATION__: { __INSTANCES__: instances } },
      ModuleFederation: Instance,
      getGlobalFederationConstructor: () => undefined,
      setGlobalFederationInstance: (instance: object) => instances.push(instance),
    },
  });
});

describe('a bundle', () => {
  it('has one instance for all of its versions in a page', () => {
    const first = bundlerRuntime.init({ webpackRequire: makeRequire() });
    expect(bundlerRuntime.init({ webpackRequire: makeRequire() })).toBe(first);
    expect(instances).toHaveLength(1);
  });

  it('says what is missing where a host brings no runtime', () => {
    Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: undefined });
    expect(() => bundlerRuntime.init({ webpackRequire: makeRequire() })).toThrow('The host provides no Module Federation runtime');
  });
});

describe('a chunk', () => {
  it('uses the modules that the host shares, each asked for once', async () => {
    const webpackRequire = makeRequire();
    webpackRequire.federation.instance = bundlerRuntime.init({ webpackRequire });
    loadShare.mockImplementation(async (key) => () => `the host's ${key}`);
    const installed = await consume(webpackRequire);
    await consume(webpackRequire, installed);
    expect(evaluate(webpackRequire, 1)).toBe("the host's react");
    expect(loadShare.mock.calls.map(([key]) => key)).toEqual(['react', '@site/ui']);
    expect(loadShare.mock.calls[0]?.[1]).toMatchObject({ customShareInfo: { scope: ['default'], shareConfig: { singleton: true } } });
  });

  it.each([
    ['the host does not share', () => Promise.resolve(false as const), 'The host shares no @site/ui'],
    ['does not come', () => Promise.reject(new Error('no script')), 'no script'],
  ])('is not loaded without a module that %s, and asks for it again the next time', async (_, missing, message) => {
    const webpackRequire = makeRequire();
    webpackRequire.federation.instance = bundlerRuntime.init({ webpackRequire });
    loadShare.mockImplementation((key) => (key === 'react' ? Promise.resolve(() => key) : missing()));
    const installed = {};
    await expect(consume(webpackRequire, installed)).rejects.toThrow(message);
    loadShare.mockImplementation(async (key) => () => key);
    await consume(webpackRequire, installed);
    expect(evaluate(webpackRequire, 2)).toBe('@site/ui');
    expect(loadShare.mock.calls.map(([key]) => key)).toEqual(['react', '@site/ui', '@site/ui']);
  });
});
