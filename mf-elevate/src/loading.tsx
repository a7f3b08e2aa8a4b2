import type { ReactNode } from 'react';
import { Box, Grid, Skeleton, VisuallyHidden } from '@site/ui';

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
      <Skeleton aria-hidden inert borderRadius="l3">
        {children}
      </Skeleton>
    </Box>
  );
}

/** Takes at least the place of `other`, so that nothing below moves when one takes turns with the other. */
export function InPlaceOf({ other, children }: { other: ReactNode; children: ReactNode }) {
  return (
    <Grid templateColumns="minmax(0, 1fr)">
      <Box gridArea="1 / 1" visibility="hidden" aria-hidden inert>
        {other}
      </Box>
      <Grid gridArea="1 / 1" templateColumns="minmax(0, 1fr)">
        {children}
      </Grid>
    </Grid>
  );
}
