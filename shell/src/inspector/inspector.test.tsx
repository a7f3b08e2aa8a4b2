import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Inspection, WhyShown } from '@site/contracts/inspection';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { registerSource } from '../federation/containers';
import { params, remote } from '../testing/composition';
import { renderShell } from '../testing/render-shell';

const preview = { expiresAt: '2026-11-29T09:40:00.000Z', releases: [] };
const fallback = { version: '0.9.0', entry: '/assets/mf-b/0.9.0/remoteEntry.js', integrity: null };
const remotes = [remote('mf-a', { '/': './home' }), { ...remote('mf-b', { '/b': './b' }), fallback }];

const part = (name: string, why: WhyShown, version = '1.0.0') => ({
  name,
  team: 'test',
  version,
  id: 'f'.repeat(64),
  commit: 'c0ffee1234567890',
  why,
});
const inspection = (...parts: Inspection['parts']): Inspection => ({ environment: 'production', revision: 1, parts });

let answer: Inspection | null;

beforeEach(() => {
  answer = inspection(part('shell', { kind: 'stable' }), part('mf-a', { kind: 'preview' }), part('mf-b', { kind: 'stable' }));
  window.scrollTo = jest.fn() as typeof window.scrollTo;
  // Chromium answers with a promise.
  Element.prototype.scrollIntoView = jest.fn(() => Promise.resolve()) as () => void;
  performance.getEntriesByType = (() => [
    { name: `${location.origin}/assets/mf-a/1.0.0/remoteEntry.js`, transferSize: 0, decodedBodySize: 20_000 },
    { name: `${location.origin}/assets/mf-a/_/home.1234.js`, transferSize: 61_440, decodedBodySize: 162_000 },
    { name: `${location.origin}/assets/mf-ab/_/other.js`, transferSize: 1_000_000, decodedBodySize: 1_000_000 },
  ]) as unknown as typeof performance.getEntriesByType;
  globalThis.fetch = jest.fn((url) => {
    const body = String(url).includes('/_edge/inspection') ? answer : params;
    return Promise.resolve({ ok: body !== null, status: body ? 200 : 503, json: () => Promise.resolve(body) } as Response);
  }) as typeof fetch;
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const source = { load: () => Promise.resolve({ default: () => <h1>Home</h1> }) };
const inspectButton = () => screen.findByRole('button', { name: 'Inspect' });
async function openInspector() {
  renderShell({ remotes, preview, source });
  await userEvent.click(await inspectButton());
  return screen.findByRole('dialog', { name: 'Inspector' });
}
const says = (sentence: string) => waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent(sentence));
const card = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the inspector', () => {
  it('says of the parts of the page who owns them, which release they are, why it is shown, and what it weighs', async () => {
    await openInspector();
    await says('Revision 1 of production');
    const page = await card('mf-a');
    expect(await page.findByText('The link of this preview names it.')).toBeVisible();
    for (const text of ['1.0.0', 'test', 'ffffffffffff', 'c0ffee123456', '2 files, 61.4 kB transferred, 182 kB unpacked'])
      expect(page.getByText(text)).toBeInTheDocument();
    expect((await card('shell')).getByText('It is stable, and no candidate of it is shown to you.')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'mf-b' })).toBeNull();
    await says('mf-b 1.0.0 It is stable, and no candidate of it is shown to you.');
  });

  it.each([
    [{ kind: 'candidate', cohort: 'revision-7', basisPoints: 250 }, 'you are among the 2.5% of visitors in its cohort, revision-7'],
    [{ kind: 'fallback', insteadOf: '1.1.0' }, 'It is the fallback, because 1.1.0 failed in this browser.'],
    [{ kind: 'revision', number: 12, candidates: false }, 'Revision 12 had it as stable.'],
    [{ kind: 'local', origin: 'http://localhost:4300' }, 'It comes from http://localhost:4300, on this machine. Nobody has verified it.'],
  ] as const)('says why: %j', async (why, sentence) => {
    answer = inspection(part('shell', why));
    await openInspector();
    await says(sentence);
  });

  it('says that a part fell back in this browser, of which the edge knows nothing', async () => {
    registerSource('mf-b', fallback);
    await openInspector();
    await says('mf-b 0.9.0 It is the fallback, because 1.0.0 failed in this browser.');
  });

  it('says nothing of a version that this page does not have', async () => {
    answer = inspection(part('shell', { kind: 'stable' }, '2.0.0'));
    await openInspector();
    await says('Something newer is shown by now');
    expect((await card('shell')).queryByText(/It is stable/)).toBeNull();
  });

  it('goes on without the edge, and asks again when told to', async () => {
    const whole = answer;
    answer = null;
    await openInspector();
    expect(await screen.findByText('The edge did not answer')).toBeVisible();
    expect((await card('mf-a')).getByText('1.0.0')).toBeVisible();
    answer = whole;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('The link of this preview names it.')).toBeVisible();
    expect(screen.queryByText('The edge did not answer')).toBeNull();
  });

  it('shows that it asks again, until the edge has answered', async () => {
    answer = null;
    await openInspector();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    let reply: (value: Response) => void = () => undefined;
    const others = globalThis.fetch;
    globalThis.fetch = ((url, init) =>
      String(url).includes('/_edge/inspection')
        ? new Promise<Response>((resolve) => (reply = resolve))
        : others(url, init)) satisfies typeof fetch;
    await userEvent.click(retry);
    expect(screen.queryByText('The edge did not answer')).toBeNull();
    reply({ ok: false, status: 503 } as Response);
    expect(await screen.findByText('The edge did not answer')).toBeVisible();
  });

  it('opens with Alt+Shift+I from anywhere, and leaves with Escape for where the focus was', async () => {
    renderShell({ remotes, preview, source });
    await inspectButton();
    const link = screen.getByRole('link', { name: 'Leave preview' });
    link.focus();
    await userEvent.keyboard('{Alt>}{Shift>}[KeyI]{/Shift}{/Alt}');
    expect(await screen.findByRole('dialog', { name: 'Inspector' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(link).toHaveFocus();
  });

  it('outlines a part on the page until the next key', async () => {
    await openInspector();
    // A screen reader tells what changes in a status that was there before.
    const said = document.querySelector('aside [role=status]');
    expect(said).toBeEmptyDOMElement();
    const show = await screen.findByRole('button', { name: 'Show on the page: mf-a' });
    jest.useFakeTimers();
    act(() => show.click());
    expect(screen.queryByRole('dialog')).toBeNull();
    // Nor does it tell what is said in the moment in which the page, and the status with it, stops being inert.
    act(() => jest.advanceTimersByTime(99));
    expect(said).toBeEmptyDOMElement();
    act(() => jest.advanceTimersByTime(1));
    expect(said).toHaveTextContent('mf-a is outlined on the page');
    jest.useRealTimers();
    expect(await inspectButton()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(said).toBeEmptyDOMElement();
  });

  it('is not there outside of a preview', async () => {
    renderShell({ remotes, source });
    await screen.findByRole('heading', { name: 'Home' });
    await userEvent.keyboard('{Alt>}{Shift>}[KeyI]{/Shift}{/Alt}');
    expect(screen.queryByRole('button', { name: 'Inspect' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
