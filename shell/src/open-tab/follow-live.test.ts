import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ASK_INTERVAL_MS, followLive } from './follow-live';

let live: { identity: string; openTabs: string };
const asked = jest.fn(async (_address: string) => ({ ok: true, json: async () => live }));
globalThis.fetch = asked as unknown as typeof fetch;
const showNotice = jest.fn();
let stop: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  live = { identity: 'b', openTabs: 'next-navigation' };
  stop = followLive('a', showNotice);
  document.body.innerHTML = '<a href="/contact">Contact</a><a href="https://elsewhere.example.com/">Elsewhere</a>';
});
afterEach(() => {
  stop();
  asked.mockClear();
  showNotice.mockClear();
  jest.useRealTimers();
});

const showTab = async () => {
  document.dispatchEvent(new Event('visibilitychange'));
  await jest.advanceTimersByTimeAsync(0);
};

/** Whether the router would see a click on the link. */
function routerSees(selector = 'a'): boolean {
  const seen = jest.fn();
  const router = (event: Event): void => {
    event.preventDefault();
    seen();
  };
  const browser = (event: Event): void => event.preventDefault();
  document.body.addEventListener('click', router);
  window.addEventListener('click', browser, { capture: true });
  document.querySelector<HTMLElement>(selector)?.click();
  document.body.removeEventListener('click', router);
  window.removeEventListener('click', browser, { capture: true });
  return seen.mock.calls.length > 0;
}

describe('an open page', () => {
  it('asks when it is shown again, at most every half minute', async () => {
    live.identity = 'a';
    await showTab();
    expect(asked).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(ASK_INTERVAL_MS);
    await showTab();
    await showTab();
    expect(asked.mock.calls).toEqual([['/_edge/live', { cache: 'no-cache' }]]);
    expect(routerSees()).toBe(true);
  });

  it('goes on asking when the clock is set back', async () => {
    jest.setSystemTime(Date.now() - 10 * 60 * 60 * 1000);
    await jest.advanceTimersByTimeAsync(ASK_INTERVAL_MS);
    await showTab();
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('is loaded anew with its next navigation when a new document has other releases', async () => {
    await jest.advanceTimersByTimeAsync(ASK_INTERVAL_MS);
    expect(routerSees()).toBe(true);
    await jest.advanceTimersByTimeAsync(0);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(routerSees()).toBe(false);
    expect(routerSees('a[href^=https]')).toBe(true);
  });

  it('is not while it has unsaved changes', async () => {
    await jest.advanceTimersByTimeAsync(ASK_INTERVAL_MS);
    await showTab();
    const guard = (event: Event): void => event.preventDefault();
    window.addEventListener('beforeunload', guard);
    expect(routerSees()).toBe(true);
    window.removeEventListener('beforeunload', guard);
    expect(routerSees()).toBe(false);
  });

  it('goes on as it is while nobody answers, and when the policy has become its next load', async () => {
    asked.mockRejectedValueOnce(new Error('no network'));
    await jest.advanceTimersByTimeAsync(ASK_INTERVAL_MS);
    await showTab();
    live.openTabs = 'next-load';
    await jest.advanceTimersByTimeAsync(ASK_INTERVAL_MS);
    await showTab();
    expect(asked).toHaveBeenCalledTimes(2);
    expect(routerSees()).toBe(true);
  });

  it('says so once where the policy is a notice', async () => {
    live.openTabs = 'notice';
    await jest.advanceTimersByTimeAsync(ASK_INTERVAL_MS);
    await showTab();
    await jest.advanceTimersByTimeAsync(ASK_INTERVAL_MS);
    await showTab();
    expect(showNotice).toHaveBeenCalledTimes(1);
    expect(routerSees()).toBe(false);
  });

  it('says so once where two answers were on their way', async () => {
    live.openTabs = 'notice';
    const arrivals: (() => void)[] = [];
    const later = async () => {
      await new Promise<void>((resolve) => arrivals.push(resolve));
      return { ok: true, json: async () => live };
    };
    asked.mockImplementationOnce(later).mockImplementationOnce(later);
    for (let times = 0; times < 2; times += 1) {
      await jest.advanceTimersByTimeAsync(ASK_INTERVAL_MS);
      await showTab();
    }
    expect(arrivals).toHaveLength(2);
    for (const arrive of arrivals.reverse()) arrive();
    await jest.advanceTimersByTimeAsync(0);
    expect(showNotice).toHaveBeenCalledTimes(1);
  });
});
