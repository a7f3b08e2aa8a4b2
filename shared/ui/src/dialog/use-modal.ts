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
 * The focus enters `panel` before it is painted, so that a key that is pressed next is not for the page, and returns to where it was, if that is still
 * there. While `alone`, `layer`, a child of the body, is the only live part of the document; the browser goes through the whole document for that.
 */
export function useModal(open: boolean, alone: boolean, layer: RefObject<HTMLElement | null>, panel: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    if (!alone || !layer.current) return;
    const revive = makeOthersInert(layer.current);
    const unlock = lockScrolling();
    return () => {
      revive();
      unlock();
    };
  }, [alone, layer]);

  useLayoutEffect(() => {
    if (!open) return;
    const returnTo = document.activeElement as HTMLElement | null;
    panel.current?.focus();
    return () => returnTo?.focus();
  }, [open, panel]);
}
