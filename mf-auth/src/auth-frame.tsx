import type { ReactNode } from 'react';
import { Box, Container, Flex, Grid, Heading, PAGE_HEADING_ID, Text } from '@site/ui';

interface AuthFrameProps {
  title: string;
  lead: ReactNode;
  /** Address of a decorative picture of 480 by 560 pixels, shown beside the contents where there is room. */
  art: string;
  children: ReactNode;
}

/** Signing in ends on another page by itself: as high as the window, this one leaves the footer where the next page has it. */
const WINDOW = 'calc(100dvh - var(--site-header-height))';

/** Where the contents of other pages begin, reckoned from the width of this column: seven twelfths of the window. */
const START = { lg: 'max(2rem, calc(600% / 7 - 34rem))', xl: 'calc(600% / 7 - 34.5rem)' };

/** The frame of signing in and signing up: a narrow column for the task, a picture beside it on wide windows. */
export function AuthFrame({ title, lead, art, children }: AuthFrameProps) {
  return (
    <Grid templateColumns={{ base: '1fr', lg: '7fr 5fr' }} minH={WINDOW}>
      <Flex py={{ base: '12', md: '16', xl: '20' }} align="flex-start">
        <Container maxW={{ lg: 'none' }} ps={START} pe={{ lg: '12' }}>
          <Box maxW="2xl">
            <Heading as="h1" id={PAGE_HEADING_ID} tabIndex={-1} size="5xl" mb="4">
              {title}
            </Heading>
            <Text as="div" textStyle="lg" color="fg.muted" mb={{ base: '8', md: '10' }}>
              {lead}
            </Text>
            {children}
          </Box>
        </Container>
      </Flex>
      <Box display={{ base: 'none', lg: 'block' }} bg="accent.solid" overflow="hidden" position="relative" aria-hidden data-print="hide">
        <Box position="sticky" top="var(--site-header-height)" w="full" maxH={WINDOW} asChild objectFit="contain">
          <img src={art} width={480} height={560} alt="" decoding="async" />
        </Box>
      </Box>
    </Grid>
  );
}
