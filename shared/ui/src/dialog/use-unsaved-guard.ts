import { useLocation } from '@site/router';
import { useEffect } from 'react';

/**
 * Asks before the page is left with what is not saved: when it is closed or reloaded, when a link would show another page, and at Back and
 * Forward. What changes only the query or the fragment leaves nothing.
 * @param question The browser asks in its own words where the document itself would go.
 */
export function useUnsavedGuard(unsaved: boolean, question: string): void {
  const { key } = useLocation();
  useEffect(() => {
    if (!unsaved) return;
    const stop = new AbortController();
    const before = { capture: true, signal: stop.signal };
    const mayLeave = (): boolean => window.confirm(question);
    window.addEventListener('beforeunload', (event) => event.preventDefault(), before);
    // Before the router sees it, as the one of travel.
    document.addEventListener('click', (event) => keepFromLink(event, mayLeave), before);
    const { navigation }: { navigation?: Navigation } = window;
    if (navigation) navigation.addEventListener('navigate', (event) => keepFromDeparture(event, mayLeave), before);
    else window.addEventListener('popstate', keepFromTravel(mayLeave), before);
    return () => stop.abort();
  }, [unsaved, question, key]);
}

function keepFromLink(event: MouseEvent, mayLeave: () => boolean): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || !leavesPage(link, event) || mayLeave()) return;
  event.preventDefault();
  event.stopPropagation();
}

/** A page of this site in this tab. Whatever unloads the document is asked about by the browser. */
const leavesPage = (link: HTMLAnchorElement, { ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  link.target !== '_blank' &&
  !(ctrlKey || metaKey || shiftKey) &&
  link.origin === window.location.origin &&
  link.pathname !== window.location.pathname;

/**
 * The browser tells of it before it travels, and can be kept unless somebody who has just stayed goes again at once. What Chromium tells afterwards,
 * as below, it tells the listeners of the window in the order in which they came, and so the router first.
 */
function keepFromDeparture(event: NavigateEvent, mayLeave: () => boolean): void {
  const { navigationType, cancelable, destination } = event;
  if (navigationType !== 'traverse' || !cancelable || !destination.sameDocument) return;
  if (new URL(destination.url).pathname !== window.location.pathname && !mayLeave()) event.preventDefault();
}

/**
 * Older browsers tell of Back and Forward when the address has changed already. Whoever stays travels back to the entry of this page, and the router
 * hears of neither way.
 */
function keepFromTravel(mayLeave: () => boolean): (event: PopStateEvent) => void {
  const { pathname } = window.location;
  const place = placeOf(window.history.state);
  let isReturning = false;
  return (event) => {
    const target = placeOf(event.state);
    if (!isReturning && (window.location.pathname === pathname || place === null || target === null || mayLeave())) return;
    event.stopImmediatePropagation();
    isReturning = !isReturning;
    if (isReturning && place !== null && target !== null) window.history.go(place - target);
  };
}

/** Where the router has put an entry in its history. */
function placeOf(state: unknown): number | null {
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : null;
}
