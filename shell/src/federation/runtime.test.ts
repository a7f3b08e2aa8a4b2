import { expect, it } from '@jest/globals';
import { ModuleFederation } from '@module-federation/runtime-core';
import { loadExposed, registerSource } from './runtime';

const entryOf = (version: string): string => `/assets/mf-a/${version}/remoteEntry.js`;

/** The runtime of the shell. @param load Has the entry of an address, sooner or later. */
function startRuntime(load: (address: string) => Promise<unknown>): void {
  const instance = new ModuleFederation({ name: 'shell', remotes: [] });
  instance.registerPlugins([{ name: 'entries', loadEntry: ({ remoteInfo: { entry } }) => load(entry) as Promise<undefined> }]);
  Object.assign(globalThis, { __webpack_require__: { federation: { instance } } });
}

// What is written to the console fails any test.
it('a remote that does not come is asked for again, and then another version of it, with no word to the console', async () => {
  const asked: string[] = [];
  startRuntime((address) => {
    asked.push(new URL(address).pathname);
    const container = { init: () => undefined, get: () => () => ({ default: () => address }) };
    return asked.length < 3 ? new Promise(() => undefined) : Promise.resolve(container);
  });
  for (const version of ['2.0.0', '2.0.0']) {
    registerSource('mf-a', { version, entry: entryOf(version), integrity: null });
    void loadExposed('mf-a', './home');
    await new Promise((resolve) => setTimeout(resolve));
  }
  registerSource('mf-a', { version: '1.0.0', entry: entryOf('1.0.0'), integrity: null });
  const page = await loadExposed('mf-a', './home');
  expect([asked, (page.default as () => string)()]).toEqual([
    [entryOf('2.0.0'), entryOf('2.0.0'), entryOf('1.0.0')],
    new URL(entryOf('1.0.0'), location.origin).href,
  ]);
});
