import type { ReactNode } from 'react';
import { Box, Skeleton, VisuallyHidden } from '@site/ui';

interface LoadingProps {
  /** What is awaited, to finish the sentence 'Loading ...'. */
  what: string;
  /** The component itself, with data of its usual length: it takes the place that it will have, and nobody can read, reach or press it. */
  children: ReactNode;
}

/** A component in its loading form. */
export function Loading({ what, children }: LoadingProps) {
  return (
    <Box role="status">
      <VisuallyHidden>Loading {what}</VisuallyHidden>
      <noscript>Loading {what} needs JavaScript.</noscript>
      <Skeleton aria-hidden inert borderRadius="l3">
        {children}
      </Skeleton>
    </Box>
  );
}
