import { useEffect, useRef, type RefObject } from 'react';

interface PageTurn {
  /** Of the rows. */
  start: RefObject<HTMLDivElement | null>;
  /** To be called when a link to another page of the list is followed. */
  leave: () => void;
}

/**
 * Leads to the start of the rows when another page of them has arrived: the link that was followed stands below them, and may be gone. Back and
 * Forward return to where the window was.
 * @param place Of the page in the list; null for the first.
 */
export function usePageTurn(place: string | null, isFetching: boolean): PageTurn {
  const start = useRef<HTMLDivElement>(null);
  /** The page whose link was followed; undefined when none was. */
  const left = useRef<string | null | undefined>(undefined);
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
    },
  };
}
