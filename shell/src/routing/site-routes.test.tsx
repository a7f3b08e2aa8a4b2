import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { useParams } from '@site/router';
import { signedIn, signedOut } from '@site/session';
import { PageMeta } from '@site/ui';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { withParams } from '../testing/answered-params';
import { remote } from '../testing/composition';
import { renderShell } from '../testing/render-shell';

function ParamsPage(): ReactNode {
  return <h1>{JSON.stringify(useParams())}</h1>;
}

beforeEach(() => {
  window.scrollTo = jest.fn() as typeof window.scrollTo;
  withParams();
});
afterEach(() => {
  jest.useRealTimers();
});

it('a page has the parameters of its address, however many optional segments its route has', async () => {
  const optional = Array.from({ length: 40 }, (_, index) => `:p${index}?`).join('/');
  const source = { load: () => Promise.resolve({ default: ParamsPage }) };
  renderShell({ path: '/games/chess/a%20b', remotes: [remote('mf-a', { [`/games/${optional}`]: './games' })], source });
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('{"p0":"chess","p1":"a b"}');
});

it('the document has the title of a page that is on its way, and one while it is not known which page that is', async () => {
  globalThis.fetch = () => new Promise(() => undefined);
  let arrive: (page: { default: () => ReactNode }) => void = () => undefined;
  const load = () => new Promise<{ default: () => ReactNode }>((resolve) => (arrive = resolve));
  const games = { ...remote('mf-a', {}), routes: [{ path: '/games', page: './games', title: 'Games', access: 'public' as const }] };
  renderShell({ path: '/games', remotes: [games], manifest: 'hash', source: { load } });
  await waitFor(() => expect(document.title).toBe('Games | Cloud Practice'));
  await act(async () => arrive({ default: () => <PageMeta title="Chess" /> }));
  await waitFor(() => expect(document.title).toBe('Chess | Cloud Practice'));
  expect(document.querySelectorAll('title')).toHaveLength(1);
  // No time passes after which the browser would load the document.
  jest.useFakeTimers();
  await act(async () => void fireEvent.click(screen.getAllByRole('link').find((link) => link.getAttribute('href') === '/')!));
  expect(document.title).toBe('Loading the page | Cloud Practice');
});

it.each([
  ['before which the document had an interim one', '<title data-interim>Loading</title>'],
  ['before which it had none', ''],
])('the document of a page without a title has that of its route, until the page says one: %s', async (_, head) => {
  document.head.insertAdjacentHTML('afterbegin', head);
  function Games(): ReactNode {
    const [title, setTitle] = useState<string | null>(null);
    return title ? <PageMeta title={title} /> : <button onClick={() => setTitle('Chess')}>Say a title</button>;
  }
  const games = { ...remote('mf-a', {}), routes: [{ path: '/games', page: './games', title: 'Games', access: 'public' as const }] };
  renderShell({ path: '/games', remotes: [games], source: { load: () => Promise.resolve({ default: Games }) } });
  const button = await screen.findByRole('button', { name: 'Say a title' });
  expect(document.title).toBe('Games | Cloud Practice');
  await userEvent.click(button);
  expect(document.title).toBe('Chess | Cloud Practice');
  document.querySelector('[data-interim]')?.remove();
});

it('a page of a remote that is switched off shows its message, asks for no script, and the way to other pages stays open', async () => {
  const load = jest.fn(() => Promise.resolve({ default: () => <h1>Other</h1> }));
  const off = { ...remote('mf-a', { '/games': './games' }), disabled: { message: 'Back on Monday.' } };
  renderShell({ path: '/games', remotes: [off, remote('mf-b', { '/': './home' })], source: { load } });
  expect(await screen.findByText('Back on Monday.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This part of the site is switched off');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(load).not.toHaveBeenCalled();
  await userEvent.click(screen.getAllByRole('link').find((link) => link.getAttribute('href') === '/')!);
  expect(await screen.findByRole('heading', { name: 'Other' })).toBeVisible();
});

it('at the address of a page for few there is no page for a visitor, and none of its scripts are asked for', async () => {
  const load = jest.fn(() => Promise.resolve({ default: () => <h1>For few</h1> }));
  const few = { ...remote('mf-a', {}), routes: [{ path: '/few', page: './few', title: 'For few', access: 'granted' as const }] };
  const store = renderShell({ path: '/few', remotes: [few], source: { load } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Page is not available' })).toBeVisible();
  expect(document.title).toContain('Page is not available');
  expect(load).not.toHaveBeenCalled();
  act(() => void store.dispatch(signedIn({ username: 'ada', groups: [] })));
  expect(await screen.findByRole('heading', { level: 1, name: 'For few' })).toBeVisible();
});

it('a page for few says itself that a session has ended while it was shown', async () => {
  const load = () => Promise.resolve({ default: () => <h1>For few</h1> });
  const few = { ...remote('mf-a', {}), routes: [{ path: '/few', page: './few', title: 'For few', access: 'granted' as const }] };
  const store = renderShell({ path: '/few', remotes: [few], source: { load } });
  act(() => void store.dispatch(signedIn({ username: 'ada', groups: [] })));
  expect(await screen.findByRole('heading', { level: 1, name: 'For few' })).toBeVisible();
  act(() => void store.dispatch(signedOut()));
  expect(screen.getByRole('heading', { level: 1, name: 'For few' })).toBeVisible();
});

describe('a redirect', () => {
  const redirecting = (path: string, redirect: string) => ({ ...remote('mf-a', { '/games': './games' }), routes: [{ path, redirect }] });

  it('keeps what the address asks and which place it names', async () => {
    renderShell({ path: '/old?level=2#board', remotes: [redirecting('/old', '/games')] });
    await waitFor(() => expect(location.href).toMatch(/\/games\?level=2#board$/));
  });

  it('that passes on segments of the address is left to the edge', async () => {
    const unable = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    renderShell({ path: '/old/chess', remotes: [redirecting('/old/:game', '/games/:game')] });
    // What jsdom says when it is asked to load the document again.
    await waitFor(() =>
      expect(unable).toHaveBeenCalledWith(expect.objectContaining({ message: expect.stringContaining('Not implemented: navigation') })),
    );
    expect(location.pathname).toBe('/old/chess');
    unable.mockRestore();
  });
});
