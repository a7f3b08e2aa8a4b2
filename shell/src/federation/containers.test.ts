import { beforeEach, expect, it } from '@jest/globals';
import { loadExposed, registeredEntry, registerSource, type PageModule } from './containers';

const SHARED = { react: {} };
const entryOf = (version: string): string => `/assets/mf-a/${version}/remoteEntry.js`;
const register = (version: string, integrity: string | null = null): void =>
  registerSource('mf-a', { version, entry: entryOf(version), integrity });

const asked = (): HTMLScriptElement[] => [...document.head.querySelectorAll('script')];
const askedFor = (): string[] => asked().map(({ src }) => new URL(src).pathname);

/** A container of one page, which says the version. It notes what it is started with. */
const containerOf = (version: string, started: unknown[] = []) => ({
  init: (shared: unknown) => void started.push(shared),
  get: (page: string) =>
    page === './home' ? Promise.resolve(() => ({ default: () => version })) : Promise.reject(new Error(`no ${page} in ${version}`)),
});

/** Lets the browser run the script that was asked for first. @param container What the script leaves behind. */
function arrive(container?: object): void {
  Object.assign(globalThis, container && { mf_a: container });
  asked()[0]?.dispatchEvent(new Event('load'));
}

/** What a module does on its first line that needs what did not come. */
function assertShared(): never {
  throw new Error('not shared');
}

const said = (page: PageModule): string => (page.default as () => string)();

beforeEach(() => {
  document.head.replaceChildren();
  Object.assign(globalThis, { __webpack_share_scopes__: { default: SHARED } });
});

it('a page comes from the container of its entry, which is asked for and started once', async () => {
  register('1.0.0', 'sha384-of-it');
  const pages = Promise.all([loadExposed('mf-a', './home'), loadExposed('mf-a', './home')]);
  const [script] = asked();
  expect([askedFor(), script?.crossOrigin, script?.integrity]).toEqual([[entryOf('1.0.0')], 'anonymous', 'sha384-of-it']);
  const started: unknown[] = [];
  arrive(containerOf('1.0.0', started));
  expect((await pages).map(said)).toEqual(['1.0.0', '1.0.0']);
  expect(said(await loadExposed('mf-a', './home'))).toBe('1.0.0');
  expect(started).toEqual([SHARED]);
  expect(asked()).toEqual([]);
});

it('an entry that fails, or that leaves no container behind, is asked for again by the next page', async () => {
  register('1.0.0');
  const first = loadExposed('mf-a', './home');
  asked()[0]?.dispatchEvent(new Event('error'));
  await expect(first).rejects.toThrow(`Entry of mf-a failed: ${location.origin}${entryOf('1.0.0')}`);
  const second = loadExposed('mf-a', './home');
  arrive();
  await expect(second).rejects.toThrow('Entry of mf-a without a container');
  const third = loadExposed('mf-a', './home');
  arrive(containerOf('1.0.0'));
  expect(said(await third)).toBe('1.0.0');
});

it('a page that throws while it is evaluated is asked for anew, of a new container: the old one keeps it half made', async () => {
  register('1.0.0');
  const first = loadExposed('mf-a', './home');
  const failing = { ...containerOf('1.0.0'), get: () => Promise.resolve(() => void assertShared()) };
  arrive(failing);
  await expect(first).rejects.toThrow('not shared');
  const second = loadExposed('mf-a', './home');
  arrive(containerOf('1.0.0'));
  expect(said(await second)).toBe('1.0.0');
});

it('knows the entry that pages come from, also after another version has taken its place', () => {
  register('2.0.0');
  register('1.0.0');
  expect([registeredEntry('mf-a'), registeredEntry('mf-other')]).toEqual([entryOf('1.0.0'), null]);
});

it('a page that does not come leaves the container as it is', async () => {
  register('1.0.0');
  const page = loadExposed('mf-a', './gone');
  arrive(containerOf('1.0.0'));
  await expect(page).rejects.toThrow('no ./gone in 1.0.0');
  expect(said(await loadExposed('mf-a', './home'))).toBe('1.0.0');
});

it('an entry that does not come is asked for anew once it is registered again, and then another version of it', async () => {
  for (const version of ['2.0.0', '2.0.0', '1.0.0']) {
    register(version);
    void loadExposed('mf-a', './home');
  }
  expect(askedFor()).toEqual([entryOf('2.0.0'), entryOf('2.0.0'), entryOf('1.0.0')]);
});

it('a version that comes late is that of whoever asked for it, and no other', async () => {
  register('2.0.0');
  const late = loadExposed('mf-a', './home');
  register('1.0.0');
  const other = loadExposed('mf-a', './home');
  arrive(containerOf('2.0.0'));
  // It runs, and throws: nothing is left behind.
  arrive();
  expect(said(await late)).toBe('2.0.0');
  await expect(other).rejects.toThrow('without a container');
});
