import { Button } from '@chakra-ui/react';

export interface DismissButtonProps {
  /** Whether what the dialog does is on its way. */
  busy: boolean;
  label?: 'Cancel' | 'Close';
  onClose: () => void;
}

/** Leaves a dialog, but not before what it does has come to an end, as its other ways out. */
export const DismissButton = ({ busy, label = 'Cancel', onClose }: DismissButtonProps) => (
  <Button variant="ghost" colorPalette="neutral" aria-disabled={busy} onClick={() => !busy && onClose()}>
    {label}
  </Button>
);
