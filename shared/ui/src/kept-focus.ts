/**
 * A press often takes its own button away: a proposal is approved, the last page of a list is shown, a step of a dialog is done. The browser then
 * focuses nothing: Tab begins at the top of the page, and Escape closes no dialog. Here the focus moves to what stood around it instead: the group,
 * the panel of the dialog, the heading of the card or of the section, the legend of the fields, and at last the heading of the page.
 */

/** As in page-header.tsx, whose code is not wanted here. */
const PAGE_HEADING_ID = 'page-heading';

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** What had the focus, innermost first, up to a child of the body; beyond that, what had it before a layer such as a dialog came. */
let path: readonly Element[] = [];
/** Of the page that it belongs to. */
let pathname = '';

/**
 * To be called once, in the browser.
 * @param before What had the focus before, and what was around it, as its event had it in its path. It may be gone.
 * @param page Path of the page that it belonged to.
 * @returns A function that ends it.
 */
export function keepFocus(before: readonly EventTarget[] = [], page = location.pathname): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener('focusin', ({ target }) => enter(target as Element), { signal });
  const onFocusOut = ({ target, relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Element)) queueMicrotask(() => leave(target as Element));
  };
  document.addEventListener('focusout', onFocusOut, { signal });
  const removals = new MutationObserver(moveOn);
  removals.observe(document.body, { childList: true, subtree: true });
  resume(before, page);
  return () => {
    stop.abort();
    removals.disconnect();
    path = [];
  };
}

function resume(before: readonly EventTarget[], page: string): void {
  // Beyond the body there are the document and the window. What else is no element is the root of a shadow.
  path = before.slice(0, before.indexOf(document.body)).filter((one) => one instanceof Element);
  pathname = page;
  if (path[0]) leave(path[0]);
  moveOn();
  if (document.activeElement) enter(document.activeElement);
}

function enter(element: Element): void {
  if (element === document.body) return;
  const entered = ancestorsOf(element);
  const layer = entered.at(-1);
  path = [...entered, ...path.slice(path.findIndex((one) => one === layer) + 1)];
  pathname = location.pathname;
}

/** Where the focus was given up, and not lost with its element, it is at rest. What a layer was opened from is remembered: it may close now. */
function leave(element: Element): void {
  if (path[0] !== element || !element.isConnected || document.activeElement !== document.body) return;
  path = path.slice(ancestorsOf(element).length);
}

function moveOn(): void {
  if (!path[0] || path[0].isConnected || document.activeElement !== document.body) return;
  // The page that comes next has a heading, which gets the focus when it is there.
  if (pathname !== location.pathname) path = [];
  for (const heir of heirs()) if (take(heir)) return enter(heir);
}

function* heirs(): Generator<HTMLElement> {
  for (const element of path) {
    if (element.matches('main')) break;
    const heir = element.isConnected && heirIn(element);
    if (heir) yield heir;
  }
  const heading = path.length > 0 && document.getElementById(PAGE_HEADING_ID);
  if (heading) yield heading;
}

/** What of an element that is left stands for it. */
function heirIn(element: Element): HTMLElement | null {
  if (element.matches(FOCUSABLE)) return element as HTMLElement;
  if (element.matches('fieldset')) return element.querySelector('legend');
  if (element.matches('section[aria-labelledby]')) return document.getElementById(element.getAttribute('aria-labelledby') ?? '');
  if (element.matches('article, li')) return element.querySelector<HTMLElement>('h1, h2, h3, h4, h5, h6') ?? (element as HTMLElement);
  return element.matches('tr') ? (element as HTMLElement) : null;
}

/** @returns whether it took the focus. What is inert, while a layer is open, does not. */
function take(element: HTMLElement): boolean {
  const isLent = !element.matches(FOCUSABLE);
  if (isLent) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  const isTaken = document.activeElement === element;
  const giveBack = (): void => element.removeAttribute('tabindex');
  if (isLent && isTaken) element.addEventListener('blur', giveBack, { once: true });
  else if (isLent) giveBack();
  return isTaken;
}

function ancestorsOf(element: Element): Element[] {
  const ancestors: Element[] = [];
  for (let next: Element | null = element; next && next !== document.body; next = next.parentElement) ancestors.push(next);
  return ancestors;
}
