/** Renders the whole shell at an address, with pages that the test supplies. Test-only. */
import { connectApi } from '@site/api-client/connection';
import type { ComposedRemote, Composition } from '@site/contracts/composition';
import type { Params } from '@site/contracts/params';
import { BrowserRouter } from '@site/router';
import { createBrowserCache, type EmotionCache } from '@site/ui';
import { render } from '@testing-library/react';
import type { PageSource } from '../federation/page-source';
import { Root } from '../root';
import { lazyPages } from '../routing/lazy-pages';
import { SiteMap } from '../routing/site-map';
import { createStore, type SiteStore } from '../store';
import { composition, params } from './composition';

export interface ShellOptions {
  path?: string;
  remotes?: ComposedRemote[];
  preview?: Composition['preview'];
  manifest?: Composition['manifest'];
  params?: Partial<Params>;
  source?: Pick<PageSource, 'load'>;
  onRenderError?: (remote: string, page: string, error: unknown) => void;
  onFrameError?: (error: unknown) => void;
}

/** One for a test file, as a visit has one: what one test has styled is not styled again for the next. */
let cache: EmotionCache | undefined;

const nothing = (): void => undefined;

export function renderShell(options: ShellOptions = {}): SiteStore {
  const { path = '/', remotes = [], preview = null, manifest = null, params: own = {} } = options;
  const { onRenderError = nothing, onFrameError = nothing } = options;
  const load = options.source?.load ?? (() => Promise.reject(new Error('no pages')));
  history.replaceState(null, '', path);
  const composed = composition({ remotes, preview, manifest, params: { ...params, ...own } });
  const store = createStore();
  cache ??= createBrowserCache();
  const noToken = (): Promise<null> => Promise.resolve(null);
  connectApi({ baseUrl: '/api', accessToken: noToken, renewAccessToken: noToken, botCheck: params.bot_check });
  const pages = lazyPages({ load, prefetch: load, versionOf: () => '1.0.0' }, onRenderError);
  render(
    <BrowserRouter>
      <Root
        store={store}
        composition={composed}
        map={new SiteMap(composed, path)}
        pages={pages}
        cache={cache}
        onFrameError={onFrameError}
      />
    </BrowserRouter>,
  );
  return store;
}
