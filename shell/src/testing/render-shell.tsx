/** Renders the whole shell at an address, with pages that the test supplies. Test-only. */
import { connectApi } from '@site/api-client';
import type { ComposedRemote, Composition } from '@site/contracts/composition';
import type { Params } from '@site/contracts/params';
import { BrowserRouter } from '@site/router';
import { createBrowserCache, type EmotionCache } from '@site/ui';
import { render } from '@testing-library/react';
import type { PageSource } from '../federation/page-source';
import { Root } from '../root';
import { lazyPages } from '../routing/lazy-pages';
import { createStore, type SiteStore } from '../store';

export const params: Params = {
  brand: 'Cloud Practice',
  Auth: { region: 'local', userPoolId: 'local_1', userPoolClientId: 'web', domain: 'localhost', scopes: [], providers: [] },
  goa_base_url: '/api',
  blog_url: 'https://blog.example/',
  network_url: 'https://network.example/',
  contact: { address: ['1 Example Street'], email: 'hello@example.com', phone: '+12025550142', mapUrl: 'https://map.example/' },
  bot_check: { kind: 'altcha' },
};

export const remote = (name: string, pages: Record<string, string>): ComposedRemote => ({
  name,
  team: 'test',
  version: '1.0.0',
  entry: '/entry.js',
  integrity: null,
  routes: Object.entries(pages).map(([path, page]) => ({ path, page, title: page, access: 'public' })),
  pages: {},
  fallback: null,
  disabled: null,
});

export interface ShellOptions {
  path?: string;
  remotes?: ComposedRemote[];
  preview?: Composition['preview'];
  params?: Partial<Params>;
  source?: Pick<PageSource, 'load'>;
  onRenderError?: (remote: string, page: string, error: unknown) => void;
  onFrameError?: (error: unknown) => void;
}

/** One for a test file, as a visit has one: what one test has styled is not styled again for the next. */
let cache: EmotionCache | undefined;

const nothing = (): void => undefined;

export function renderShell(options: ShellOptions = {}): SiteStore {
  const { path = '/', remotes = [], preview = null, params: own = {}, onRenderError = nothing, onFrameError = nothing } = options;
  const load = options.source?.load ?? (() => Promise.reject(new Error('no pages')));
  history.replaceState(null, '', path);
  const composition: Composition = {
    environment: 'production',
    revision: 1,
    identity: 'test',
    openTabs: 'next-load',
    shell: { version: '1.0.0', fallback: null },
    remotes,
    seal: null,
    preview,
    params: { ...params, ...own },
  };
  const store = createStore();
  cache ??= createBrowserCache();
  connectApi({ baseUrl: '/api', accessToken: () => Promise.resolve(null), botCheck: params.bot_check });
  const pages = lazyPages({ load, prefetch: load, versionOf: () => '1.0.0' }, onRenderError);
  render(
    <BrowserRouter>
      <Root store={store} composition={composition} pages={pages} cache={cache} onFrameError={onFrameError} />
    </BrowserRouter>,
  );
  return store;
}
