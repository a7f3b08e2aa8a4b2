import type { ReactNode } from 'react';
import { Box } from '@site/ui';

/** Pictures of whole pages are long: they are scrolled in a frame of their own, also by keyboard. */
export function PictureFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box role="region" aria-label={label} tabIndex={0} maxH="70vh" overflowY="auto" borderWidth="1px" borderRadius="l2" bg="bg.muted">
      {children}
    </Box>
  );
}
