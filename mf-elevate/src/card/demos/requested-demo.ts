/** `/card?demo=3` opens the dialog for a new demo of kind 3: how the draft page hands over what was begun there. */
const PARAMETER = 'demo';

export function requestedDemoKind(): number | null {
  const value = new URLSearchParams(window.location.search).get(PARAMETER);
  return value !== null && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : null;
}

/** Takes the request out of the address. It is no navigation, so it neither scrolls nor moves the focus. */
export function forgetRequestedDemo(): void {
  const address = new URL(window.location.href);
  if (!address.searchParams.has(PARAMETER)) return;
  address.searchParams.delete(PARAMETER);
  window.history.replaceState(window.history.state, '', address);
}
