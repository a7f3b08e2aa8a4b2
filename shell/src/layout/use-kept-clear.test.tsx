import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { withParams } from '../testing/answered-params';
import { renderShell, type ShellOptions } from '../testing/render-shell';

const counted = { analytics_tag: 'G-1', analytics_consent: true };
const observers = new Map<Element, () => void>();
const { ResizeObserver } = globalThis;

beforeEach(() => {
  localStorage.clear();
  window.scrollTo = jest.fn() as typeof window.scrollTo;
  withParams(counted);
  globalThis.ResizeObserver = class {
    readonly #told: () => void;
    constructor(told: ResizeObserverCallback) {
      this.#told = () => told([], this);
    }
    observe(element: Element): void {
      observers.set(element, this.#told);
    }
    unobserve(): void {}
    disconnect(): void {
      for (const [element, told] of observers) if (told === this.#told) observers.delete(element);
    }
  };
});
afterEach(() => {
  cleanup();
  globalThis.ResizeObserver = ResizeObserver;
});

const preview = { expiresAt: '2026-11-29T09:40:00.000Z', releases: [] };
const bars: [string, ShellOptions][] = [
  ['Analytics', { params: counted }],
  ['Preview', { params: counted, preview }],
];

it.each(bars)('what takes the focus scrolls clear of the bar %s, also where that gets higher, until it is gone', async (name, options) => {
  renderShell(options);
  const bar = await screen.findByRole('complementary', { name });
  const { style } = document.documentElement;
  for (const height of [40, 120]) {
    Object.defineProperty(bar, 'offsetHeight', { value: height, configurable: true });
    observers.get(bar)?.();
    expect(style.scrollPaddingBottom).toBe(`${height + 8}px`);
  }
  cleanup();
  expect(style.scrollPaddingBottom).toBe('');
  expect(observers.has(bar)).toBe(false);
});
