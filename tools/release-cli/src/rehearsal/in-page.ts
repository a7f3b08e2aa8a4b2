/** What runs inside a rehearsed page. Each function is sent there by its text, so it uses nothing from outside. */

/** Where {@link countShifts} leaves its sum. */
export interface ShiftsOnWindow {
  rehearsedShift?: number;
}

/** Before the page's own scripts: sums up layout shifts, and makes chance the same in every visit. */
export function countShifts(): void {
  const counted = window as unknown as { rehearsedShift?: number };
  counted.rehearsedShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) counted.rehearsedShift = (counted.rehearsedShift ?? 0) + entry.value;
  }).observe({ type: 'layout-shift', buffered: true });

  let state = 1;
  // A linear congruential generator (Numerical Recipes): the same numbers in the same order.
  Math.random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Nothing moves any more, pictures are there, and the ribbon of the preview is away. */
export async function comeToRest(): Promise<void> {
  const still = new CSSStyleSheet();
  still.replaceSync(`
    *, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important; }
    aside[aria-label='Preview'] { display: none !important; }
  `);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
  for (const picture of document.images) picture.loading = 'eager';
  await Promise.all([...document.images].map((picture) => picture.decode().catch(() => undefined)));
  await document.fonts.ready;
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}
