import type { ComponentProps } from 'react';
import { Badge } from '@site/ui';

/** A badge with a text that may be longer than its place: it goes on in the next line. Its corners are those of a badge of one line. */
export const TextBadge = (props: ComponentProps<typeof Badge>) => (
  <Badge whiteSpace="normal" overflowWrap="anywhere" borderRadius="0.875rem" {...props} />
);
