/** The code of a page that comes after the frame around it is alive. What the document shows of it stays, whatever becomes known meanwhile. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterAll, afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { BrowserRouter, useParams } from '@site/router';
import { signedIn, useSession } from '@site/session';
import { createBrowserCache, useSite } from '@site/ui';
import { act } from '@testing-library/react';
import { hydrateRoot, type Root as ReactRoot } from 'react-dom/client';
import type { PageModule } from '../federation/containers';
import { Root } from '../root';
import { createStore } from '../store';
import { composition, params, remote } from '../testing/composition';
import { lazyPages, type LazyPages } from './lazy-pages';
import { SiteMap } from './site-map';

/** Ports that would keep the process of the tests from ending. */
const ports: MessagePort[] = [];
class KeptChannel extends MessageChannel {
  constructor() {
    super();
    ports.push(this.port1, this.port2);
  }
}
// jsdom has none, without which the renderer is not even loaded.
Object.assign(globalThis, { MessageChannel: KeptChannel });
const { renderToString } = await import('react-dom/server');
Object.assign(globalThis, { MessageChannel: undefined });

// The build puts the year of the sources here.
Object.assign(globalThis, { SOURCE_YEAR: new Date().getFullYear() });

const PATH = '/games/chess';
const HEADING = 'chess of Cloud Practice: unknown';
const remotes = [remote('mf-a', { '/games/:game': 'Games' })];
// A configuration has its keys in an order of its own.
const { mapUrl, ...contact } = params.contact;
const configured = { ...params, contact: { mapUrl, ...contact } };
const composed = composition({ remotes, manifest: 'hash', pathname: PATH, params: configured });

function Game() {
  const words = `${useParams().game} of ${useSite().brand}: ${useSession().status}`;
  return <h1>{words}</h1>;
}

/** What the site says of itself when it is asked. */
const answers: Record<string, object> = {};
const store = createStore();
const map = new SiteMap(composed, PATH);
const container = document.body.appendChild(document.createElement('div'));
const mended = jest.fn();
let root: ReactRoot;
let arrive: (page: PageModule) => void;

const application = (pages: LazyPages) => (
  <BrowserRouter>
    <Root composition={composed} map={map} pages={pages} store={store} cache={createBrowserCache()} onFrameError={jest.fn()} />
  </BrowserRouter>
);
const pagesOf = (load: () => Promise<PageModule>) => lazyPages({ load, prefetch: load, versionOf: () => '1.0.0' }, jest.fn());
const heading = () => container.querySelector('h1');

beforeEach(async () => {
  jest.useFakeTimers();
  globalThis.fetch = jest.fn(async (address) => ({ ok: true, json: async () => answers[String(address)] }) as Response);
  history.replaceState(null, '', PATH);
  const there = pagesOf(() => Promise.resolve({ default: Game }));
  await there.prepare('mf-a', 'Games');
  container.innerHTML = renderToString(application(there));
  const coming = pagesOf(() => new Promise((resolve) => (arrive = resolve)));
  await act(async () => (root = hydrateRoot(container, application(coming), { onRecoverableError: mended })));
});
afterEach(async () => {
  await act(async () => root.unmount());
  jest.useRealTimers();
});

afterAll(() => {
  for (const port of ports) port.close();
});

it('stays while the rest of the site, a message of maintenance and the session become known, and then shows what they say', async () => {
  const shown = heading();
  expect(shown).toHaveTextContent(HEADING);

  answers['/_edge/manifests/hash'] = { remotes };
  await act(() => map.load());
  expect(heading()).toBe(shown);

  answers['/params.json'] = { ...configured, maintenance_message: 'Back at noon.' };
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  expect(container).toHaveTextContent('Back at noon.');
  expect(heading()).toBe(shown);

  act(() => void store.dispatch(signedIn({ username: 'a', groups: [] })));
  expect(container).toHaveTextContent('My account');
  expect(heading()).toBe(shown);

  await act(async () => arrive({ default: Game }));
  expect(heading()).toBe(shown);
  expect(shown).toHaveTextContent('chess of Cloud Practice: signedIn');
  expect(mended).not.toHaveBeenCalled();
});
