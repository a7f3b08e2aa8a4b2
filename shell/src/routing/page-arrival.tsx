/**
 * What happens after a navigation: the window scrolls to the top, and once the page has arrived, to the anchor that the address names, if any.
 * Then the focus moves to the page's heading, so that a screen reader announces it, unless it was moved while the page was on its way: who has
 * opened a menu meanwhile goes on in it. All of it comes before the browser paints: the next page is never seen where the window was scrolled
 * to in the last one.
 */
import { useLocation } from '@site/router';
import { useEffect, useLayoutEffect } from 'react';
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

  useLayoutEffect(() => {
    const anchor = anchorOf(hash);
    if (anchor) anchor.scrollIntoView();
    else if (!isFirst(key)) window.scrollTo(0, 0);
    if (!anchor && !isFirst(key) && !wasFocusMoved(key)) document.getElementById(HEADING_ID)?.focus({ preventScroll: true });
  }, [pathname, hash, key]);

  return null;
}

/** Stands with what is shown until the page arrives. */
export function PageDeparture(): null {
  const { key } = useLocation();

  useLayoutEffect(() => {
    if (!isFirst(key)) window.scrollTo(0, 0);
    if (departure?.key !== key) departure = { key, focused: document.activeElement };
  }, [key]);

  return null;
}

/** The last navigation whose page was not there at once, and what had the focus when it began. */
let departure: { key: string; focused: Element | null } | undefined;

function wasFocusMoved(key: string): boolean {
  const { activeElement, body } = document;
  return departure?.key === key && activeElement !== body && activeElement !== departure.focused;
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
