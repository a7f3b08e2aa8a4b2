import { type RefObject, useLayoutEffect } from 'react';

/** So that the outline of what has the focus is seen, too. */
const GAP_PX = 8;

/** What takes the focus scrolls clear of a bar at the bottom of the window, as high as the bar is by then: the window may have been turned. */
export function useKeptClear(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = bar;
    if (!current) return;
    const { style } = document.documentElement;
    // It is told of the present size too, once the bar is laid out.
    const sizes = new ResizeObserver(() => (style.scrollPaddingBottom = `${current.offsetHeight + GAP_PX}px`));
    sizes.observe(current);
    return () => {
      sizes.disconnect();
      style.scrollPaddingBottom = '';
    };
  }, [bar]);
}
