/**
 * What happens after a navigation. By a link, the window scrolls to the top, and once the page has arrived, to the anchor that the address names, if
 * any. By Back and Forward it returns to where it was. Then the focus moves to that anchor, or to the page's heading, so that a screen reader announces it,
 * unless it was moved while the page was on its way, or a menu is open: who has opened one goes on in it. All of it comes before the browser paints: the
 * next page is never seen where the window was scrolled to in the last one. A change of the query alone leaves the page as it is: a table was sorted, say.
 */
import { useLocation, useNavigationType } from '@site/router';
import { Component, useContext, useEffect, useLayoutEffect, type ReactNode } from 'react';
import { ArrivalsContext, type Arrivals, NO_KEY, type Place } from './arrivals';

/** Performance mark of the moment at which a page is in the document. Read by tests/bench. */
export const PAGE_SHOWN_MARK = 'site:page-shown';

/** Id that the design system's page header gives to the heading of a page. */
const HEADING_ID = 'page-heading';

export function PageArrival(): null {
  const { place, hash } = usePlace();
  const { pathname, key } = place;
  const arrivals = useContext(ArrivalsContext);

  useEffect(() => {
    performance.mark(PAGE_SHOWN_MARK);
  }, [pathname]);

  useLayoutEffect(() => {
    const way = arrivals.arrive(place);
    if (way === 'same') return;
    if (way === 'again') return arrivals.goOn(place);
    const anchor = typeof way === 'number' ? null : anchorOf(hash);
    if (typeof way === 'number') arrivals.returnTo(way);
    else if (anchor) anchor.scrollIntoView();
    else if (way === 'link') window.scrollTo(0, 0);
    if (way === 'first' || wasFocusMoved(key) || isMenuOpen()) return;
    // Browsers do the same with an anchor that they go to themselves.
    if (anchor && anchor.tabIndex < 0) anchor.tabIndex = -1;
    (anchor ?? document.getElementById(HEADING_ID))?.focus({ preventScroll: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a place is what its key says
  }, [pathname, hash, key]);

  return null;
}

/** Stands with what is shown until the page arrives. */
export function PageDeparture(): null {
  const { place } = usePlace();
  const { key } = place;
  const arrivals = useContext(ArrivalsContext);

  useLayoutEffect(() => {
    arrivals.depart(place);
    if (departure?.key !== key) departure = { key, focused: document.activeElement };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a place is what its key says
  }, [key]);

  return null;
}

/** Stands with whatever an address shows, and tells where the window is scrolled to when another takes its place. */
export function PageLeave({ arrivals }: { arrivals: Arrivals }): ReactNode {
  return <BeforeChange place={usePlace().place} onChange={(left) => arrivals.leave(left)} />;
}

/** React offers the moment before the document changes to classes only. */
class BeforeChange extends Component<{ place: Place; onChange: (left: Place) => void }> {
  override getSnapshotBeforeUpdate({ place }: { place: Place }): null {
    if (place.key !== this.props.place.key) this.props.onChange(place);
    return null;
  }

  /** React asks for it beside the method above. */
  override componentDidUpdate(): void {}

  override render(): null {
    return null;
  }
}

function usePlace(): { place: Place; hash: string } {
  const { pathname, search, hash, key } = useLocation();
  const isTravel = useNavigationType() === 'POP';
  return { place: { key: key === NO_KEY ? key + hash : key, pathname, search, isTravel }, hash };
}

/** The last navigation whose page was not there at once, and what had the focus when it began. */
let departure: { key: string; focused: Element | null } | undefined;

function wasFocusMoved(key: string): boolean {
  const { activeElement, body } = document;
  return departure?.key === key && activeElement !== body && activeElement !== departure.focused;
}

/** A choice closes its menu before the page arrives. One that is open was opened for something else, such as while a sign-in went on by itself. */
const isMenuOpen = (): boolean => document.querySelector('nav [aria-expanded=true]') !== null;

/** The element that a fragment names. What is no percent-encoding, such as `#100%`, stands for itself. */
function anchorOf(hash: string): HTMLElement | null {
  const fragment = hash.slice(1);
  try {
    return document.getElementById(decodeURIComponent(fragment));
  } catch {
    return document.getElementById(fragment);
  }
}
