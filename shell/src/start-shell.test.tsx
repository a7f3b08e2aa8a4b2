/** What the shell says to its document while it starts, so that a browser in which it does not start gets its fallback. */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { startShell } from './start-shell';
import { composition, params, remote } from './testing/composition';

const siteStart = { document: 'of-the-document', begin: jest.fn(), done: jest.fn(), fail: jest.fn(), fallBack: jest.fn() };
const reported = jest.fn<(address: string, body: string) => boolean>(() => true);
const kinds = () => reported.mock.calls.map(([, body]) => JSON.parse(body) as { kind: string; name: string; document: string });

beforeEach(() => {
  jest.useFakeTimers();
  jest.clearAllMocks();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  globalThis.fetch = jest.fn(() => new Promise<Response>(() => undefined));
  window.scrollTo = jest.fn() as typeof window.scrollTo;
  Object.assign(navigator, { sendBeacon: reported });
  window.siteStart = siteStart;
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  delete window.siteStart;
});

/** Starts in a new document. */
async function start(
  own: Parameters<typeof composition>[0] = {},
  load: () => Promise<{ default: () => ReactNode }> = () => new Promise(() => undefined),
) {
  document.body.innerHTML = '<div id="root"></div>';
  await act(async () => {
    startShell(composition(own), () => ({ load, prefetch: load, versionOf: () => '1.0.0' }));
    await jest.advanceTimersByTimeAsync(1_000);
  });
  // Effects have run by now, and what they left for later runs here.
  await act(() => jest.advanceTimersByTimeAsync(1_000));
}

it('the frame that is shown says so, whatever becomes of the page', async () => {
  await start({ remotes: [remote('mf-a', { '/': './home' })] });
  expect(screen.getByRole('contentinfo')).toBeInTheDocument();
  expect(siteStart.done).toHaveBeenCalledTimes(1);
  expect([siteStart.fallBack.mock.calls, kinds()]).toEqual([[], []]);
});

it('a frame that throws at its first rendering is reported as a failure of the document, and falls back', async () => {
  await start({ params: { ...params, brand: { no: 'text' } as never } });
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
  expect(kinds()).toEqual([expect.objectContaining({ kind: 'render-error', name: 'shell', document: 'of-the-document' })]);
  expect([siteStart.fallBack.mock.calls.length, siteStart.done.mock.calls.length]).toEqual([1, 0]);
});

it('a frame whose first effects throw falls back too', async () => {
  jest.spyOn(performance, 'mark').mockImplementation(() => {
    throw new Error('no marks');
  });
  history.replaceState(null, '', '/nowhere');
  await start();
  expect([siteStart.fallBack.mock.calls.length, siteStart.done.mock.calls.length]).toEqual([1, 0]);
});

it('what throws before anything is rendered falls back', async () => {
  document.body.innerHTML = '';
  expect(() => startShell(composition(), () => ({ load: jest.fn<never>(), prefetch: jest.fn<never>(), versionOf: () => '1.0.0' }))).toThrow(
    '#root',
  );
  expect(siteStart.fallBack).toHaveBeenCalledTimes(1);
});

it.each([
  ['asks nothing', 'next-load', 0],
  ['asks what is newer', 'notice', 1],
] as const)('an open page %s where the policy is %s', async (_asks, openTabs, times) => {
  await start({ openTabs });
  await jest.advanceTimersByTimeAsync(60_000);
  document.dispatchEvent(new Event('visibilitychange'));
  const asked = jest.mocked(globalThis.fetch).mock.calls.filter(([address]) => address === '/_edge/live');
  expect(asked).toHaveLength(times);
});

it('the focus is not lost with what has it, from the first on, and however soon that goes', async () => {
  history.replaceState(null, '', '/');
  const Page = () => (
    <>
      <h1 id="page-heading">Here</h1>
      <p>
        <button>Retry</button>
        <button>Approve</button>
      </p>
    </>
  );
  await start({ remotes: [remote('mf-a', { '/': './home' })] }, () => Promise.resolve({ default: Page }));
  const heading = screen.getByRole('heading', { name: 'Here' });
  const [retry, approve] = ['Retry', 'Approve'].map((name) => screen.getByRole('button', { name }));
  retry?.focus();
  retry?.remove();
  expect(document.body).toHaveFocus();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(heading).toHaveFocus();
  approve?.focus();
  approve?.remove();
  await jest.advanceTimersByTimeAsync(0);
  expect(heading).toHaveFocus();
});
