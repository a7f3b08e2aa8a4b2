import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ComposedRemote } from '@site/contracts/composition';
import { composition, remote } from '../testing/composition';
import { SiteMap } from './site-map';

const about = { path: '/about', redirect: '/practice' };
const [first, second]: [ComposedRemote, ComposedRemote] = [
  remote('mf-a', { '/demo/:lead?': './intro', '/': './home' }),
  remote('mf-b', { '/Demo': './omlet', '/en/:one?/:two?': './archive' }),
];
const remotes = [{ ...first, routes: [...first.routes, about] }, second];
const whole = (of = remotes) => new SiteMap(composition({ remotes: of }), '/');
/** In SHA-256, with both characters that base64url has and base64 has not. */
const HASH = '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU';
/** As the document of `/demo` has it. */
const ofPage = () => new SiteMap(composition({ remotes: [remote('mf-a', { '/demo/:lead?': './intro' })], manifest: HASH }), '/demo');

const answers = jest.fn<typeof fetch>();
const manifest = (body: object = { remotes }, ok = true) =>
  Promise.resolve({ ok, status: ok ? 200 : 404, json: async () => body } as Response);
beforeEach(() => {
  answers.mockReset();
  globalThis.fetch = answers;
});

describe('the page at an address', () => {
  it('is none while its remote is switched off', () => {
    const off = whole(remotes.map((one) => ({ ...one, disabled: one.name === 'mf-b' ? { message: 'Later.' } : null })));
    expect(off.pageAt('/Demo')).toBeNull();
    expect(off.pageAt('/')).toEqual({ remote: 'mf-a', page: './home', access: 'public' });
  });

  it('matches with case: /Demo and /demo are different pages', () => {
    expect(whole().pageAt('/Demo')).toEqual({ remote: 'mf-b', page: './omlet', access: 'public' });
    expect(whole().pageAt('/demo')).toEqual({ remote: 'mf-a', page: './intro', access: 'public' });
    expect(whole().pageAt('/demo/elevate')).toEqual({ remote: 'mf-a', page: './intro', access: 'public' });
    expect(whole().pageAt('/DEMO')).toBeNull();
  });

  it('is none for a redirect, for a path nobody owns, and past the optional segments', () => {
    expect(whole().pageAt('/about')).toBeNull();
    expect(whole().pageAt('/nothing')).toBeNull();
    expect(whole().pageAt('/en/a/b')).toEqual({ remote: 'mf-b', page: './archive', access: 'public' });
    expect(whole().pageAt('/en/a/b/c')).toBeNull();
  });
});

describe('the map of a document that names a manifest', () => {
  it('knows the address of the document, and no other one that the same route would match', () => {
    const map = ofPage();
    expect(['/demo', '/demo/elevate', '/'].map((path) => map.knows(path))).toEqual([true, false, false]);
    expect(map.pageAt('/demo')).toEqual({ remote: 'mf-a', page: './intro', access: 'public' });
    expect(answers).not.toHaveBeenCalled();
  });

  it('knows what the document says it shows, where the browser is at another address by now', () => {
    const map = new SiteMap(composition({ remotes: [first], manifest: HASH, pathname: '/demo' }), '/');
    expect(['/demo', '/'].map((path) => map.knows(path))).toEqual([true, false]);
    expect(map.pageAt('/')).toBeNull();
  });

  it('knows all others once the manifest has come, which is asked for once and verified by its name', async () => {
    answers.mockImplementation(() => manifest());
    const map = ofPage();
    const told = jest.fn();
    map.subscribe(told);
    await Promise.all([map.load(), map.load()]);
    await map.load();
    expect(answers).toHaveBeenCalledTimes(1);
    const [address, options] = answers.mock.calls[0] ?? [];
    expect(address).toBe(`/_edge/manifests/${HASH}`);
    expect(options?.integrity).toBe('sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');
    expect(told).toHaveBeenCalledTimes(1);
    expect([map.knows('/Demo'), map.pageAt('/Demo')]).toEqual([true, { remote: 'mf-b', page: './omlet', access: 'public' }]);
    expect(map.remote('mf-b')).toEqual(second);
  });

  it('asks again after a manifest that did not come, and says meanwhile what it knows', async () => {
    const offline = (): Promise<never> => Promise.reject(new TypeError('offline'));
    answers
      .mockImplementationOnce(() => manifest({}, false))
      .mockImplementationOnce(offline)
      .mockImplementationOnce(offline);
    answers.mockImplementation(() => manifest());
    const map = ofPage();
    await expect(map.load()).rejects.toThrow('404');
    await expect(map.load()).rejects.toThrow('offline');
    expect([map.knows('/'), map.knows('/demo')]).toEqual([false, true]);
    await map.load();
    expect(map.knows('/')).toBe(true);
  });
});

it('a manifest that the browser keeps damaged is asked for past its cache, and verified as ever', async () => {
  answers.mockImplementation((_address, options) =>
    options?.cache === 'reload' ? manifest() : Promise.reject(new TypeError('Failed to fetch')),
  );
  const map = ofPage();
  await map.load();
  expect(map.knows('/Demo')).toBe(true);
  expect(answers.mock.calls.map(([, options]) => [options?.cache, options?.integrity])).toEqual(
    ['default', 'reload'].map((cache) => [cache, 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=']),
  );
});

it('a document that names none has everything, and asks nobody', async () => {
  await whole().load();
  expect(whole().knows('/anything')).toBe(true);
  expect(answers).not.toHaveBeenCalled();
});
