/** Test-only: a page of a remote with everything that the shell puts around it, and a backend that the test scripts. */
import { configureStore, type Middleware } from '@reduxjs/toolkit';
import type { ComponentType } from 'react';
import { Provider, type ProviderProps } from 'react-redux';
import { baseApi } from '@site/api-client';
import { connectApi, whenApiLoaded } from '@site/api-client/connection';
import { BrowserRouter, useLocation } from '@site/router';
import { sessionSlice } from '@site/session';
import { createBrowserCache, UIProvider, type EmotionCache, type Site } from '@site/ui';
import { RouteUnderTest } from './route-under-test';

export const SITE: Site = {
  brand: 'Site Test',
  origin: 'https://site.example',
  description: 'A default description',
  keywords: 'a default keyword',
  networkUrl: 'https://network.example/company',
  signInProviders: ['Google', 'LinkedIn'],
  contact: {
    address: ['12 Test Street', 'New York, NY 10001'],
    email: 'mail@site.example',
    phone: '+1 (212) 555-0100',
    mapUrl: 'https://map.example/embed?place=12',
  },
};

/** A store like the shell's, with the API that has been loaded. */
export const makeStore = () =>
  configureStore({
    reducer: { session: sessionSlice.reducer, api: baseApi.reducer },
    middleware: (defaults) => defaults().concat(apiMiddlewares),
  });

let apiMiddlewares: readonly Middleware[] = [];
whenApiLoaded(({ middlewares }) => (apiMiddlewares = middlewares));

/** One for a test file, as a visit has one: what one test has styled is not styled again for the next, and the document keeps one set of rules. */
let cache: EmotionCache | undefined;

interface PageUnderTest {
  /** By default one of its own, in which nobody knows yet who is signed in. */
  store?: ProviderProps['store'];
  Page: ComponentType;
  /** Address that is visited. */
  at: string;
  /** Pattern of the page's route; any other address shows where the page has led. */
  route?: string;
}

export function pageUnderTest({ store = makeStore(), Page, at, route = at.replace(/[?#].*/, '') }: PageUnderTest) {
  window.history.replaceState(null, '', at);
  cache ??= createBrowserCache();
  return (
    <BrowserRouter>
      <Provider store={store}>
        <UIProvider cache={cache} site={SITE}>
          <main>
            <RouteUnderTest path={route} otherwise={<Elsewhere />}>
              <Page />
            </RouteUnderTest>
          </main>
        </UIProvider>
      </Provider>
    </BrowserRouter>
  );
}

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>Led to {pathname + search}</p>;
}

export interface ScriptedAnswer {
  status?: number;
  statusText?: string;
  body?: unknown;
  /** Answered in the place of `body`, for as long as the test writes into it. */
  stream?: Response['body'];
}

export interface SentRequest {
  /** Method and path, such as `GET /draft/demos`. */
  call: string;
  body: unknown;
  authorization: string | undefined;
  /** By name in small letters. */
  headers: Record<string, string | undefined>;
}

/**
 * Answers calls from a script and records them. A call without an entry fails as if the network were cut.
 * @param script By method and path. A function is asked each time.
 */
export function scriptBackend(script: Record<string, ScriptedAnswer | (() => ScriptedAnswer | Promise<ScriptedAnswer>)>): SentRequest[] {
  const sent: SentRequest[] = [];
  const accessToken = () => Promise.resolve('token-of-the-player');
  connectApi({ baseUrl: '', accessToken, renewAccessToken: () => Promise.resolve(null), botCheck: { kind: 'altcha' } });
  globalThis.fetch = async (input, init = {}) => {
    const call = `${init.method ?? 'GET'} ${String(input)}`;
    const headers = init.headers as Record<string, string | undefined>;
    sent.push({
      call,
      headers,
      authorization: headers.authorization,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
    });
    const entry = script[call];
    if (entry === undefined) throw new TypeError('Failed to fetch');
    const { status = 200, statusText = '', body = null, stream = null } = typeof entry === 'function' ? await entry() : entry;
    const text = JSON.stringify(body);
    const answer = { ok: status < 400, status, statusText, body: stream, text: async () => text, blob: async () => new Blob([text]) };
    return answer as Response;
  };
  return sent;
}
