import { useLayoutEffect, type RefObject } from 'react';

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

function lockScrolling(): () => void {
  const { documentElement: root, body } = document;
  // By the dialog that this one opens above, which stays.
  if (root.hasAttribute('data-scroll-locked')) return () => undefined;
  // Where the scroll bar takes room, the page keeps that room.
  body.style.paddingInlineEnd = `${window.innerWidth - root.clientWidth}px`;
  root.toggleAttribute('data-scroll-locked', true);
  return () => {
    root.toggleAttribute('data-scroll-locked', false);
    body.style.paddingInlineEnd = '';
  };
}

/**
 * Makes `layer`, a child of the body, the only live part of the document while `open`. The focus enters at `initialFocus`, else at the panel,
 * and returns to where it was, if that is still there. All of it before the layer is painted: a key that is pressed next is the layer's.
 */
export function useModal(open: boolean, layer: RefObject<HTMLElement | null>, initialFocus: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    if (!open || !layer.current) return;
    const returnTo = document.activeElement as HTMLElement | null;
    const revive = makeOthersInert(layer.current);
    const unlock = lockScrolling();
    initialFocus.current?.focus();
    return () => {
      revive();
      unlock();
      returnTo?.focus();
    };
  }, [open, layer, initialFocus]);
}
