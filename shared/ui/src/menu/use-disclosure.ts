import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';

const focusables = (panel: HTMLElement | null) => [...(panel?.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)') ?? [])];

/** A button that shows and hides a list: closes on Escape, on a press or focus outside, and when something in the list is chosen. */
export function useDisclosure() {
  const id = useId();
  const [open, setOpen] = useState(false);
  const rootRef = useRef<HTMLDivElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const panelRef = useRef<HTMLUListElement>(null);

  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !rootRef.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [open]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && open) {
      event.stopPropagation();
      setOpen(false);
      buttonRef.current?.focus();
      return;
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const items = focusables(panelRef.current);
    const current = items.findIndex((item) => item === document.activeElement);
    const step = event.key === 'ArrowDown' ? 1 : -1;
    const next = current < 0 ? items.at(step > 0 ? 0 : -1) : items.at((current + step) % items.length);
    flushSync(() => setOpen(true));
    next?.focus();
  }

  return {
    root: { ref: rootRef, onKeyDown },
    button: { ref: buttonRef, 'aria-expanded': open, 'aria-controls': id, onClick: () => setOpen(!open) },
    panel: { ref: panelRef, id, hidden: !open, onClick: () => setOpen(false) },
  };
}
