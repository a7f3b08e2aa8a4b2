/**
 * What runs inside a rehearsed page. Each function is sent there by its text, so it uses nothing from outside, and gives
 * no function inside of it a name: the compiler would call a helper of its own for that.
 */

/** Where {@link prepare} leaves its sum. */
export interface ShiftsOnWindow {
  rehearsedShift?: number;
}

export interface Preparation {
  /** Milliseconds since 1970. */
  now: number;
  /** Key in the storage that is emptied. */
  forgotten: string;
}

/**
 * Before the page's own scripts: sums up layout shifts, stops the clock that they read, and makes chance the same in every visit. Timers go on.
 * (Playwright's own clock also takes the place of `performance`, and with it hides the marks that the shell leaves there.)
 */
export function prepare({ now, forgotten }: Preparation): void {
  try {
    localStorage.removeItem(forgotten);
  } catch {
    // An empty page has no storage.
  }
  const counted = window as unknown as { rehearsedShift?: number };
  counted.rehearsedShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) counted.rehearsedShift = (counted.rehearsedShift ?? 0) + entry.value;
  }).observe({ type: 'layout-shift', buffered: true });

  const stopped: ProxyHandler<DateConstructor> = {};
  stopped.construct = (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now] : given, newTarget) as Date;
  stopped.apply = (target) => new target(now).toString();
  stopped.get = (target, key) => (key === 'now' ? () => now : (Reflect.get(target, key) as unknown));
  globalThis.Date = new Proxy(Date, stopped);

  let state = 1;
  // A linear congruential generator (Numerical Recipes): the same numbers in the same order.
  Math.random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Nothing moves any more, pictures are there, and the ribbon of the preview is away.
 * @param mostMs For how long it waits for pictures.
 */
export async function comeToRest(mostMs: number): Promise<void> {
  const still = new CSSStyleSheet();
  still.replaceSync(`
    *, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important; }
    aside[aria-label='Preview'] { display: none !important; }
  `);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
  for (const picture of document.images) picture.loading = 'eager';
  const pictures = Promise.all([...document.images].map((picture) => picture.decode().catch(() => undefined)));
  await Promise.race([pictures, new Promise((resolve) => setTimeout(resolve, mostMs))]);
  await document.fonts.ready;
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}
