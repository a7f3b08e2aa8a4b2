import { useState } from 'react';
import { Button, type ButtonProps } from '@site/ui';
import { ConfirmDialog, type Confirmation } from './confirm-dialog';

interface ConfirmButtonProps extends Confirmation, Pick<ButtonProps, 'size'> {
  /** Words of the button, where the title would be too long. */
  children: string;
}

/** Names what it touches, and asks before it does it. */
export function ConfirmButton({ children, size = 'sm', ...confirmation }: ConfirmButtonProps) {
  const { title, colorPalette = 'danger' } = confirmation;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
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
