/** Starts the application in the browser, in a document that may or may not have been rendered ahead of time. */
import { connectApi } from '@site/api-client/connection';
import type { Composition } from '@site/contracts/composition';
import { SHELL_NAME } from '@site/contracts/names';
import { isPageRoute } from '@site/contracts/page-route';
import { BrowserRouter } from '@site/router';
import { accessToken, renewAccessToken } from '@site/session';
import { createBrowserCache } from '@site/ui';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { beaconSender } from './beacons/beacon-sender';
import { watchUnhandledErrors } from './beacons/unhandled-errors';
import { delay } from './delay';
import type { LoadReport, PageSource } from './federation/page-source';
import { answerEarlyPresses } from './early-presses';
import { Root, type RootProps } from './root';
import { lazyPages } from './routing/lazy-pages';
import { prefetchLinks } from './routing/prefetch-links';
import { SiteMap } from './routing/site-map';
import { createStore } from './store';
import { whenIdle } from './when-idle';

declare global {
  interface Window {
    /** What the document does while the shell starts. Not there where an edge from before has made the document. */
    siteStart?: {
      /** Random id that the document gave itself, for everything that is reported about it. */
      document: string;
      /** From now on the document waits for {@link done}. After 8 seconds it reports a failure, and falls back. */
      begin(): void;
      /** The frame is shown, and stays. */
      done(): void;
      /** Reports a failure, and falls back. @param message Of any length. */
      fail(message: string): void;
      /** Loads the document once more with the fallback of the shell, if it has one and the browser keeps cookies. */
      fallBack(): void;
    };
  }
}

export type CreatePageSource = (report: (report: LoadReport) => void, map: SiteMap) => PageSource;

const ROOT_ID = 'root';

/** How long the first rendering waits for the page, so that it needs no skeleton. After that, the frame is shown without it. */
const FIRST_PAGE_WAIT_MS = 250;

export function startShell(composition: Composition, createPageSource: CreatePageSource): void {
  const send = beaconSender(composition);
  const map = new SiteMap(composition, location.pathname);
  const source = createPageSource(({ page, ...report }) => send({ ...report, route: routeOf(map, report.name, page) }), map);
  const pages = lazyPages(source, (name, page, error, module) =>
    send({ kind: 'render-error', name, version: source.versionOf(name, module), route: routeOf(map, name, page), message: String(error) }),
  );
  let isShown = false;
  const onFrameShown = (): void => {
    isShown = true;
    window.siteStart?.done();
  };
  const onFrameError = (error: unknown): void => {
    send({ kind: 'render-error', name: SHELL_NAME, version: composition.shell.version, route: null, message: String(error) });
    if (!isShown) window.siteStart?.fallBack();
  };
  const isRemote = (name: string): boolean => map.remote(name) !== undefined;
  watchUnhandledErrors(isRemote, (name, error) => {
    const version = name === SHELL_NAME ? composition.shell.version : source.versionOf(name);
    send({ kind: 'unhandled-error', name, version, route: null, message: String(error) });
  });

  const current = map.pageAt(location.pathname);
  // Whoever is not signed in gets no page for few, and nothing of it.
  const firstPage = current && (current.access !== 'granted' || hasSession()) ? pages.prepare(current.remote, current.page) : null;

  const store = createStore();
  const { goa_base_url: baseUrl, bot_check: botCheck } = composition.params;
  connectApi({ baseUrl, accessToken, renewAccessToken, botCheck });
  const start = (): void => {
    render({ composition, map, pages, store, onFrameError, onFrameShown });
    answerEarlyPresses(firstPage);
    prefetchLinks(map, pages);
    // Whoever follows a link before asks for it then.
    whenIdle(() => later(map.load()));
    document.addEventListener('focusin', keepFocusFrom, { once: true });
    if (composition.preview === null && composition.openTabs !== 'next-load')
      later(import('./open-tab/follow-live').then(({ followLive, showNewer }) => followLive(composition.identity, showNewer)));
  };
  // What it throws is reported as what nobody caught.
  const startOrFallBack = (): void => {
    try {
      start();
    } catch (error) {
      window.siteStart?.fallBack();
      throw error;
    }
  };
  if (firstPage) void Promise.race([firstPage, delay(FIRST_PAGE_WAIT_MS)]).then(startOrFallBack);
  else startOrFallBack();
}

/** Whether the document has found a session in this browser. */
const hasSession = (): boolean => document.documentElement.dataset.session === 'member';

/** What the page goes on without, where it does not come. */
const later = (coming: Promise<unknown>): void => void coming.catch(() => undefined);

/** What has the first focus may be gone when the code that keeps the focus is there: that is told what it was, and on which page. */
function keepFocusFrom(event: FocusEvent): void {
  const path = event.composedPath();
  const { pathname } = location;
  later(import('@site/ui/kept-focus').then(({ keepFocus }) => keepFocus(path, pathname)));
}

function render(root: Omit<RootProps, 'cache'>): void {
  const element = document.getElementById(ROOT_ID);
  if (element === null) throw new Error(`The document has no #${ROOT_ID}`);
  const application = (
    <BrowserRouter>
      <Root {...root} cache={createBrowserCache()} />
    </BrowserRouter>
  );
  // As a transition React works in pieces, between which the browser answers; what is pressed meanwhile comes first.
  startTransition(() => {
    if (element.firstElementChild) hydrateRoot(element, application, { onRecoverableError: note });
    else createRoot(element).render(application);
  });
}

/** What React mends by rendering anew, which by default would count as an error that nobody caught. */
// eslint-disable-next-line no-console -- for whoever looks for the cause
const note = (error: unknown): void => console.error(error);

/** Declared path of the route that shows a page. */
function routeOf(map: SiteMap, name: string, page: string): string | null {
  const routes = map.remote(name)?.routes.filter(isPageRoute) ?? [];
  return routes.find((route) => route.page === page)?.path ?? null;
}
