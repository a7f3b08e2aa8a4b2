import { useLayoutEffect, useRef, useState } from 'react';
import { Button, PAGE_HEADING_ID, type ButtonProps } from '@site/ui';
import { ConfirmDialog, type Confirmation } from './confirm-dialog';

interface ConfirmButtonProps extends Confirmation, Pick<ButtonProps, 'size'> {
  /** Words of the button, where the title would be too long. */
  children: string;
}

/** Names what it touches, and asks before it does it. */
export function ConfirmButton({ children, size = 'sm', ...confirmation }: ConfirmButtonProps) {
  const { title, colorPalette = 'danger' } = confirmation;
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useHeirOfFocus(button);
  return (
    <>
      <Button
        ref={button}
        size={size}
        variant="outline"
        colorPalette={colorPalette}
        aria-label={title}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {children}
      </Button>
      {isOpen && <ConfirmDialog {...confirmation} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** When the button goes with what it has removed, the heading of the page has the focus in its place: a reader does not begin at the top. */
function useHeirOfFocus(button: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element !== null && document.activeElement === element) document.getElementById(PAGE_HEADING_ID)?.focus();
    };
  }, [button]);
}
