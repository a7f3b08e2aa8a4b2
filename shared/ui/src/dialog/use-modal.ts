import { useEffect, useRef, type RefObject } from 'react';

/** Messages stay readable and dismissable while a dialog is open. */
const STAYS_ALIVE = '[data-toasts]';

function makeOthersInert(layer: HTMLElement): () => void {
  const others = [...document.body.children].filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement && element !== layer && !element.inert && !element.matches(STAYS_ALIVE),
  );
  for (const element of others) element.inert = true;
  return () => others.forEach((element) => (element.inert = false));
}

/**
 * Makes `layer`, a child of the body, the only live part of the document while `open`. The focus enters at `initialFocus`, else at the panel,
 * and returns to where it was.
 */
export function useModal(open: boolean, layer: RefObject<HTMLElement | null>, initialFocus: RefObject<HTMLElement | null>) {
  const returnTo = useRef<Element | null>(null);
  useEffect(() => {
    if (!open || !layer.current) return;
    returnTo.current = document.activeElement;
    const revive = makeOthersInert(layer.current);
    document.documentElement.toggleAttribute('data-scroll-locked', true);
    initialFocus.current?.focus();
    return () => {
      revive();
      document.documentElement.toggleAttribute('data-scroll-locked', false);
      if (returnTo.current instanceof HTMLElement) returnTo.current.focus();
    };
  }, [open, layer, initialFocus]);
}
