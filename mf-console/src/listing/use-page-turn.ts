import { useDeferredValue, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useLocation } from '@site/router';

interface PageTurn {
  /** Of the rows. */
  start: RefObject<HTMLDivElement | null>;
  /** To be called when a link to another page of the list is followed. */
  leave: () => void;
}

/** Where the window was scrolled to when an entry of the history was left, by its key. */
const tops = new Map<string, number>();

/**
 * Leads to the start of the rows when another page of them has arrived: the link that was followed stands below them, and may be gone. Back and
 * Forward return to where the window was: to the shell, which does it for other pages, all of a list is one.
 * @param place Of the page in the list; null for the first.
 * @param isFetching Of what is shown, which is a deferred value.
 */
export function usePageTurn(place: string | null, isFetching: boolean): PageTurn {
  const start = useRef<HTMLDivElement>(null);
  /** The page whose link was followed; undefined when none was. */
  const left = useRef<string | null | undefined>(undefined);
  const { key } = useLocation();
  // Comes with its rows.
  const shown = useDeferredValue(key);
  const settled = useRef(key);
  useEffect(() => {
    const keep = (): void => void tops.set(key, window.scrollY);
    // Before the router hears of it, and shows something else.
    window.addEventListener('popstate', keep, { capture: true });
    return () => window.removeEventListener('popstate', keep, { capture: true });
  }, [key]);
  useLayoutEffect(() => {
    if (isFetching || settled.current === shown) return;
    settled.current = shown;
    const top = tops.get(shown);
    if (top !== undefined) window.scrollTo(0, top);
  }, [shown, isFetching]);
  useEffect(() => {
    if (isFetching || left.current === undefined || left.current === place) return;
    left.current = undefined;
    // Rows that fill the window are in view for the focus alone, however far down.
    start.current?.scrollIntoView();
    start.current?.focus({ preventScroll: true });
  }, [place, isFetching]);
  return {
    start,
    leave: () => {
      left.current = place;
      tops.set(key, window.scrollY);
    },
  };
}
