/** Where the window was scrolled to at each entry of the history: links begin at the top, Back, Forward and loading it again return there. */
import { createContext } from 'react';

export interface Place {
  /** Of its entry in the history. */
  key: string;
  pathname: string;
  search: string;
  /** Whether it was come to by Back, Forward or the address bar. */
  isTravel: boolean;
}

/**
 * How a place was come to. `first`: it is that of the document, which the browser scrolls. `again`: the document was loaded for it before, and was
 * scrolled. `same`: nothing of the page was left but its query. `link`: as anything that is new. A number: by travel, to this distance from the top,
 * in pixels.
 */
type Way = 'first' | 'again' | 'same' | 'link' | number;

/** How long a page that is shorter than it was may take to grow. */
const GROWTH_MS = 5_000;

/** Distances from the top in pixels, by the keys of entries in the history. */
type Tops = Map<string, number>;

export class Arrivals {
  readonly #tops: Tops;
  /** What is shown, or on its way. */
  #place: Place | null = null;
  #way: Way = 'first';
  #isOnItsWay = false;
  /** Where the window was at the last press, until it is scrolled or the place is left. */
  #pressedAt: number | undefined;
  #returning = new AbortController();

  /** @param tops What is known of the tab from documents before this one. */
  constructor(tops: Tops = new Map()) {
    this.#tops = tops;
  }

  /** Keeps the browser from scrolling in the place of this. @returns A function that ends it. */
  follow(): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    // The browser would scroll the page that is left. What it loads again it may put in its place.
    const takeOver = (): void => void (history.scrollRestoration = 'manual');
    if (document.readyState === 'complete') takeOver();
    window.addEventListener('load', takeOver, { signal });
    window.addEventListener('pageshow', ({ persisted }) => persisted && takeOver(), { signal });
    const giveBack = (): void => {
      history.scrollRestoration = 'auto';
      if (this.#place) this.leave(this.#place);
      try {
        sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...this.#tops]));
      } catch {
        // Refused by the browser's settings: the documents after this one begin at their tops.
      }
    };
    window.addEventListener('pagehide', giveBack, { signal });
    // Firefox and Safari have scrolled to the anchor of a plain link when they tell of it; of the scrolling they tell later.
    window.addEventListener('click', () => (this.#pressedAt = window.scrollY), { signal, capture: true });
    window.addEventListener('scroll', () => (this.#pressedAt = undefined), { signal });
    return () => {
      stop.abort();
      this.#returning.abort();
    };
  }

  /** To be called while the page of the place is still there: the browser tells of its last scrolling only with the next frame. */
  leave(place: Place): void {
    this.#place ??= place;
    if (!this.#isOnItsWay) this.#tops.set(place.key, this.#pressedAt ?? window.scrollY);
    this.#pressedAt = undefined;
  }

  /** Until its page arrives, the window is at the top. */
  depart(place: Place): void {
    this.#begin(place);
    if (this.#isOnItsWay || this.#way === 'same') return;
    this.#isOnItsWay = true;
    if (this.#way !== 'first') window.scrollTo(0, 0);
  }

  /** To be called when the page is there, or something in its place. */
  arrive(place: Place): Way {
    this.#begin(place);
    this.#isOnItsWay = false;
    const way = this.#way;
    // What comes after this, at the same place, was asked for there, such as a page that has failed.
    if (way !== 'first') this.#way = 'link';
    return way === 'first' && this.#tops.has(place.key) ? 'again' : way;
  }

  /** Goes on where the browser could not: it scrolls a document that it loads again no further than the page is long by then. */
  goOn({ key }: Place): void {
    const { scrollHeight, clientHeight } = document.documentElement;
    const top = this.#tops.get(key) ?? 0;
    if (top > scrollHeight - clientHeight) this.returnTo(top);
  }

  /** At once, or as soon as the page is long enough, unless somebody does something else meanwhile. */
  returnTo(top: number): void {
    window.scrollTo(0, top);
    if (window.scrollY >= Math.floor(top)) return;
    const returning = new AbortController();
    const { signal } = returning;
    const end = (): void => returning.abort();
    const growth = new ResizeObserver(() => {
      window.scrollTo(0, top);
      if (window.scrollY >= Math.floor(top)) end();
    });
    growth.observe(document.body);
    const timer = setTimeout(end, GROWTH_MS);
    for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown']) window.addEventListener(act, end, { signal, passive: true });
    signal.addEventListener('abort', () => {
      growth.disconnect();
      clearTimeout(timer);
    });
    this.#returning = returning;
  }

  #begin(place: Place): void {
    const before = this.#place;
    if (before?.key === place.key) return;
    this.#place = place;
    this.#returning.abort();
    if (!before) return;
    this.#isOnItsWay = false;
    this.#tops.set(before.key, this.#tops.get(before.key) ?? 0);
    const isSame = before.pathname === place.pathname && before.search !== place.search;
    this.#way = isSame ? 'same' : ((place.isTravel ? this.#tops.get(place.key) : undefined) ?? 'link');
  }
}

/** The router's key of every entry that it has not made, by a document, a plain link to a fragment, or the address bar. Here the fragment follows it. */
export const NO_KEY = 'default';

const STORAGE_KEY = 'site.tops';

/** What the documents before this one have kept. */
export function keptTops(): Tops {
  try {
    const tops: Tops = new Map(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, number][]);
    // By an address that was typed, or a link, an entry begins that has no key of its own.
    if ((performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).type === 'navigate')
      tops.forEach((_, key) => key.startsWith(NO_KEY) && tops.delete(key));
    return tops;
  } catch {
    return new Map();
  }
}

export const ArrivalsContext = createContext(new Arrivals());
