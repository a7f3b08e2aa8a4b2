import type { ReactNode } from 'react';
import { Box, Grid, Heading, Picture, Stack } from '@site/ui';

interface TabIntroProps {
  title: string;
  art: string;
  artAlt: string;
  children: ReactNode;
}

/** The top of every tab: what it is about, beside a picture. */
export function TabIntro({ title, art, artAlt, children }: TabIntroProps) {
  return (
    <Grid templateColumns={{ base: '1fr', lg: '7fr 5fr' }} gap={{ base: '8', lg: '16' }} alignItems="center">
      <Stack gap="5" textStyle="lg" color="fg.muted">
        <Heading as="h2" size="4xl">
          {title}
        </Heading>
        {children}
      </Stack>
      <Box maxW={{ base: 'md', lg: 'full' }}>
        <Picture src={art} width={560} height={400} alt={artAlt} borderRadius="l3" />
      </Box>
    </Grid>
  );
}
