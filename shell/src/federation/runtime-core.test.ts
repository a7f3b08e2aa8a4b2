import { expect, it } from '@jest/globals';
import { ModuleFederation as LibrarysModuleFederation } from '@module-federation/runtime-core';
import { ModuleFederation, type Shared } from './runtime-core';

/** The shell, and a remote that has taken what it shares. */
function start(get: Shared['get']) {
  const shell = new ModuleFederation({ name: 'shell', shared: { probe: [{ version: '1.0.0', get }] } });
  const remote = new ModuleFederation({ name: 'mf_a', shared: {} });
  remote.initOptions({ name: 'mf_a' });
  remote.initShareScopeMap('default', shell.shareScopeMap['default'] ?? {});
  return { shell, remote };
}

it('what the shell shares is there for the shell and for remotes, from the first moment on', async () => {
  const { shell, remote } = start(() => () => 'eager');
  expect(shell.loadShareSync('probe')()).toBe('eager');
  const factory = await remote.loadShare('probe');
  expect(factory && factory()).toBe('eager');
});

it('what nobody shares is told as that', async () => {
  const { remote } = start(() => () => 'eager');
  expect(await remote.loadShare('another')).toBe(false);
});

it('a shared module whose script did not come is asked for again, and then no more', async () => {
  let asked = 0;
  const { shell, remote } = start(() => (++asked === 1 ? Promise.reject(new Error('no network')) : Promise.resolve(() => asked)));
  await expect(remote.loadShare('probe')).rejects.toThrow('no network');
  const factories = [await remote.loadShare('probe'), await shell.loadShare('probe')];
  expect(factories.map((factory) => factory && factory())).toEqual([2, 2]);
});

it('a module whose script is still to come cannot be had at once', () => {
  const { shell } = start(() => Promise.resolve(() => 'late'));
  expect(() => shell.loadShareSync('probe')).toThrow('probe is not shared eagerly');
});

it.each(['1.0.0', '2.0.0'])("a remote with the library's runtime puts its own copy, of %s, in nobody's place", async (version) => {
  const { shell } = start(() => () => 'of the shell');
  const shareConfig = { eager: true, singleton: true, requiredVersion: '^1.0.0' };
  const remote = new LibrarysModuleFederation({
    name: 'mf_plain',
    remotes: [],
    shared: { probe: { version, get: () => () => 'a copy', shareConfig } },
  });
  remote.initShareScopeMap('default', shell.shareScopeMap['default'] as never);
  await Promise.all(remote.initializeSharing('default', { strategy: 'loaded-first', from: 'build' }));
  const factories = [
    await remote.loadShare('probe', { customShareInfo: { scope: ['default'], shareConfig } }),
    await shell.loadShare('probe'),
  ];
  expect(factories.map((factory) => factory && factory())).toEqual(['of the shell', 'of the shell']);
});
