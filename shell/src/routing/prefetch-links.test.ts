import { describe, expect, it, jest } from '@jest/globals';
import type { ComposedRemote } from '@site/contracts/composition';
import type { LazyPages } from './lazy-pages';
import { pageAt, prefetchLinks } from './prefetch-links';

const remote = (name: string, routes: ComposedRemote['routes']): ComposedRemote => ({
  name,
  team: 'a',
  version: '1.0.0',
  entry: '',
  integrity: null,
  routes,
  fallback: null,
  disabled: null,
});
const page = (path: string, module: string) => ({ path, page: module, title: 'A', access: 'public' as const });
const remotes = [
  remote('mf-a', [page('/demo/:lead?', './intro'), page('/', './home'), { path: '/about', redirect: '/practice' }]),
  remote('mf-b', [page('/Demo', './omlet'), page('/en/:one?/:two?', './archive')]),
];

describe('the page at an address', () => {
  it('is none while its remote is switched off', () => {
    const off = remotes.map((one) => ({ ...one, disabled: one.name === 'mf-b' ? { message: 'Later.' } : null }));
    expect(pageAt(off, '/Demo')).toBeNull();
    expect(pageAt(off, '/')).toEqual({ remote: 'mf-a', page: './home' });
  });

  it('matches with case: /Demo and /demo are different pages', () => {
    expect(pageAt(remotes, '/Demo')).toEqual({ remote: 'mf-b', page: './omlet' });
    expect(pageAt(remotes, '/demo')).toEqual({ remote: 'mf-a', page: './intro' });
    expect(pageAt(remotes, '/demo/elevate')).toEqual({ remote: 'mf-a', page: './intro' });
    expect(pageAt(remotes, '/DEMO')).toBeNull();
  });

  it('is none for a redirect, for a path nobody owns, and past the optional segments', () => {
    expect(pageAt(remotes, '/about')).toBeNull();
    expect(pageAt(remotes, '/nothing')).toBeNull();
    expect(pageAt(remotes, '/en/a/b')).toEqual({ remote: 'mf-b', page: './archive' });
    expect(pageAt(remotes, '/en/a/b/c')).toBeNull();
  });
});

describe('prefetching', () => {
  it('loads the page behind a link that is pointed at or focused, and nothing for other addresses', () => {
    const prefetch = jest.fn();
    const stop = prefetchLinks(remotes, { prefetch } as unknown as LazyPages);
    document.body.innerHTML = '<a href="/Demo"><b>O.M.L.E.T.</b></a><a href="https://elsewhere.example/Demo">x</a><a href="/nothing">y</a>';
    const [inside, other, unknown] = [document.querySelector('b'), ...document.querySelectorAll('a:not(:first-child)')];
    inside?.dispatchEvent(new Event('pointerover', { bubbles: true }));
    other?.dispatchEvent(new Event('pointerover', { bubbles: true }));
    unknown?.dispatchEvent(new Event('focusin', { bubbles: true }));
    expect(prefetch.mock.calls).toEqual([['mf-b', './omlet']]);

    stop();
    inside?.dispatchEvent(new Event('focusin', { bubbles: true }));
    expect(prefetch).toHaveBeenCalledTimes(1);
  });
});
