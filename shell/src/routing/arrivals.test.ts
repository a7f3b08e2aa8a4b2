import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Arrivals, keptTops } from './arrivals';

/** How far the page can be scrolled. */
let length = 0;
let grow: (length: number) => void;

beforeEach(() => {
  const observers = new Set<() => void>();
  globalThis.ResizeObserver = class {
    readonly #told: () => void;
    constructor(told: ResizeObserverCallback) {
      this.#told = () => told([], this);
    }
    observe(): void {
      observers.add(this.#told);
    }
    unobserve(): void {}
    disconnect(): void {
      observers.delete(this.#told);
    }
  };
  const scrolled = (top: number) => Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
  window.scrollTo = jest.fn((_left: number, top: number) => scrolled(Math.min(top, length))) as unknown as typeof window.scrollTo;
  length = 100;
  scrolled(0);
  grow = (to) => {
    length = to;
    for (const told of observers) told();
  };
});

describe('a place that is left', () => {
  it('is returned to where the window was last, though the browser has not told of its scrolling yet', () => {
    const arrivals = new Arrivals();
    const one = { key: 'one', pathname: '/', search: '', isTravel: true };
    arrivals.arrive(one);
    window.scrollTo(0, 80);
    arrivals.leave(one);
    window.scrollTo(0, 0);
    arrivals.arrive({ key: 'two', pathname: '/practice', search: '', isTravel: false });
    expect(arrivals.arrive(one)).toBe(80);
  });

  it('by a link to an anchor is returned to where the link was pressed, though the browser has scrolled before it told of it', () => {
    const arrivals = new Arrivals();
    const end = arrivals.follow();
    const one = { key: 'one', pathname: '/', search: '', isTravel: true };
    arrivals.arrive(one);
    window.scrollTo(0, 30);
    document.body.click();
    window.scrollTo(0, 80);
    arrivals.leave(one);
    arrivals.arrive({ key: 'two', pathname: '/', search: '', isTravel: true });
    end();
    expect(arrivals.arrive(one)).toBe(30);
  });

  it('before its page has arrived is none that the window was scrolled at', () => {
    const arrivals = new Arrivals();
    const two = { key: 'two', pathname: '/practice', search: '', isTravel: false };
    arrivals.arrive({ key: 'one', pathname: '/', search: '', isTravel: true });
    arrivals.depart(two);
    window.scrollTo(0, 80);
    arrivals.leave(two);
    arrivals.arrive({ key: 'three', pathname: '/ata', search: '', isTravel: false });
    expect(arrivals.arrive({ ...two, isTravel: true })).toBe(0);
  });

  it('before the code of its document has come is a place all the same: the next page begins at its top', () => {
    const arrivals = new Arrivals();
    window.scrollTo(0, 80);
    arrivals.leave({ key: 'one', pathname: '/', search: '', isTravel: true });
    expect(arrivals.arrive({ key: 'two', pathname: '/practice', search: '', isTravel: false })).toBe('link');
    expect(arrivals.arrive({ key: 'one', pathname: '/', search: '', isTravel: true })).toBe(80);
  });
});

describe('a document that is loaded again', () => {
  const one = { key: 'one', pathname: '/card', search: '', isTravel: true };
  const two = { key: 'two', pathname: '/inbox', search: '', isTravel: false };
  /** What the next document finds after one that was scrolled to 80 pixels at `one`, and then to 60 at `two`. */
  function kept() {
    const arrivals = new Arrivals();
    const end = arrivals.follow();
    arrivals.arrive(one);
    window.scrollTo(0, 80);
    arrivals.leave(one);
    arrivals.arrive(two);
    window.scrollTo(0, 60);
    window.dispatchEvent(new Event('pagehide'));
    end();
    window.scrollTo(0, 0);
    return keptTops();
  }
  const come = (by: string): void => {
    performance.getEntriesByType = () => [{ type: by }] as unknown as PerformanceEntryList;
  };
  beforeEach(() => come('reload'));
  const canScroll = (by: number) =>
    Object.defineProperties(document.documentElement, {
      scrollHeight: { value: 500 + by, configurable: true },
      clientHeight: { value: 500, configurable: true },
    });

  it('goes on to where it was as soon as its page is long enough', () => {
    const arrivals = new Arrivals(kept());
    length = 10;
    canScroll(10);
    expect(arrivals.arrive(two)).toBe('again');
    arrivals.goOn(two);
    expect(window.scrollY).toBe(10);
    grow(500);
    expect(window.scrollY).toBe(60);
  });

  it('stays where the browser or the visitor has put it meanwhile, where the page is long enough', () => {
    const arrivals = new Arrivals(kept());
    canScroll(60);
    window.scrollTo(0, 20);
    arrivals.arrive(two);
    arrivals.goOn(two);
    expect(window.scrollY).toBe(20);
  });

  it('leads back to where the window was at the places before it', () => {
    const arrivals = new Arrivals(kept());
    arrivals.arrive(two);
    arrivals.leave(two);
    expect(arrivals.arrive(one)).toBe(80);
  });

  it('and left before its page has arrived keeps what was known of it', () => {
    const before = kept();
    const arrivals = new Arrivals(before);
    const end = arrivals.follow();
    arrivals.depart(two);
    window.dispatchEvent(new Event('pagehide'));
    end();
    expect(keptTops()).toEqual(before);
    expect([...before.values()]).toEqual([80, 60]);
  });

  it('is like any other where its address was typed', () => {
    kept();
    sessionStorage.setItem(
      'site.tops',
      JSON.stringify([
        ['default', 70],
        ['default#player', 75],
        ['one', 80],
      ]),
    );
    come('navigate');
    expect([...keptTops()]).toEqual([['one', 80]]);
    come('reload');
    expect(new Arrivals(keptTops()).arrive({ ...one, key: 'default' })).toBe('again');
  });

  it('is like any other where nothing was written down', () => {
    sessionStorage.clear();
    expect(keptTops()).toEqual(new Map());
    expect(new Arrivals(keptTops()).arrive(one)).toBe('first');
  });
});

describe('a return to a place that the page is too short for', () => {
  it('goes as far as the page does, and on as it grows', () => {
    new Arrivals().returnTo(900);
    expect(window.scrollY).toBe(100);
    grow(500);
    expect(window.scrollY).toBe(500);
    grow(2_000);
    expect(window.scrollY).toBe(900);
    window.scrollTo(0, 0);
    grow(3_000);
    expect(window.scrollY).toBe(0);
  });

  it.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])('ends with what a visitor does: %s', (act) => {
    new Arrivals().returnTo(900);
    window.dispatchEvent(new Event(act));
    grow(2_000);
    expect(window.scrollY).toBe(100);
  });

  it('ends with the next navigation', () => {
    const arrivals = new Arrivals();
    arrivals.arrive({ key: 'one', pathname: '/', search: '', isTravel: true });
    arrivals.returnTo(900);
    arrivals.arrive({ key: 'two', pathname: '/practice', search: '', isTravel: false });
    grow(2_000);
    expect(window.scrollY).toBe(100);
  });

  it('ends after five seconds', () => {
    jest.useFakeTimers();
    new Arrivals().returnTo(900);
    jest.advanceTimersByTime(5_000);
    grow(2_000);
    expect(window.scrollY).toBe(100);
    jest.useRealTimers();
  });
});
