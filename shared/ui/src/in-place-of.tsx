import { Box, Grid } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface InPlaceOfProps {
  /** Never seen, read or reached. */
  other: ReactNode;
  children?: ReactNode;
}

/** Takes at least the place of `other`, so that nothing around it moves when one takes turns with the other. */
export function InPlaceOf({ other, children }: InPlaceOfProps) {
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
