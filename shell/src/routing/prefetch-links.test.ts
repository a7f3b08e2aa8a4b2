import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { composition, remote } from '../testing/composition';
import type { LazyPages } from './lazy-pages';
import { prefetchLinks } from './prefetch-links';
import { SiteMap } from './site-map';

const remotes = [remote('mf-a', { '/': './home' }), remote('mf-b', { '/Demo': './omlet' })];
const prefetch = jest.fn();
const pages = { prefetch } as unknown as LazyPages;

beforeEach(() => {
  prefetch.mockClear();
  document.body.innerHTML = '<a href="/Demo"><b>O.M.L.E.T.</b></a><a href="https://elsewhere.example/Demo">x</a><a href="/nothing">y</a>';
});

describe('prefetching', () => {
  it('loads the page behind a link that is pointed at or focused, and nothing for other addresses', () => {
    const stop = prefetchLinks(new SiteMap(composition({ remotes }), '/'), pages);
    const [inside, other, unknown] = [document.querySelector('b'), ...document.querySelectorAll('a:not(:first-child)')];
    inside?.dispatchEvent(new Event('pointerover', { bubbles: true }));
    other?.dispatchEvent(new Event('pointerover', { bubbles: true }));
    unknown?.dispatchEvent(new Event('focusin', { bubbles: true }));
    expect(prefetch.mock.calls).toEqual([['mf-b', './omlet']]);

    stop();
    inside?.dispatchEvent(new Event('focusin', { bubbles: true }));
    expect(prefetch).toHaveBeenCalledTimes(1);
  });

  it('asks for the manifest first where the document does not know the address', async () => {
    const map = new SiteMap(composition({ remotes: remotes.slice(0, 1), manifest: 'hash' }), '/');
    globalThis.fetch = jest.fn(() => Promise.resolve({ ok: true, json: () => Promise.resolve({ remotes }) } as Response));
    const stop = prefetchLinks(map, pages);
    document.querySelector('b')?.dispatchEvent(new Event('pointerover', { bubbles: true }));
    expect(prefetch).not.toHaveBeenCalled();
    await map.load();
    expect(prefetch.mock.calls).toEqual([['mf-b', './omlet']]);
    expect(fetch).toHaveBeenCalledTimes(1);
    stop();
  });
});
