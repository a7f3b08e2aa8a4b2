/**
 * What happens when a page has arrived: the window scrolls to the top, or to the anchor that the address names, and after a navigation the
 * focus moves to the page's heading, so that a screen reader announces it.
 */
import { useLocation } from '@site/router';
import { useEffect } from 'react';
import { firstLocationKey } from './first-location';

/** Performance mark of the moment at which a page is in the document. Read by tests/bench. */
export const PAGE_SHOWN_MARK = 'site:page-shown';

/** Id that the design system's page header gives to the heading of a page. */
const HEADING_ID = 'page-heading';

export function PageArrival(): null {
  const { pathname, hash, key } = useLocation();

  useEffect(() => {
    performance.mark(PAGE_SHOWN_MARK);
  }, [pathname]);

  useEffect(() => {
    const anchor = anchorOf(hash);
    if (anchor) anchor.scrollIntoView();
    else if (!isFirst(key)) window.scrollTo(0, 0);
    if (!anchor && !isFirst(key)) document.getElementById(HEADING_ID)?.focus({ preventScroll: true });
  }, [pathname, hash, key]);

  return null;
}

/** The element that a fragment names. What is no percent-encoding, such as `#100%`, stands for itself. */
function anchorOf(hash: string): HTMLElement | null {
  const fragment = hash.slice(1);
  try {
    return document.getElementById(decodeURIComponent(fragment));
  } catch {
    return document.getElementById(fragment);
  }
}

const isFirst = (key: string): boolean => key === firstLocationKey;
