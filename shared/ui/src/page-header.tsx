import { Box, Container, Flex, Grid, Heading, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Id of the heading that takes the focus after a navigation. */
export const PAGE_HEADING_ID = 'page-heading';

export interface PageHeaderProps {
  /** The one first-level heading of the page. */
  title: ReactNode;
  /** A few words above the title. */
  eyebrow?: ReactNode;
  /** A sentence or two under the title. */
  lead?: ReactNode;
  /** Stands beside the title, such as a Badge. */
  badge?: ReactNode;
  /** Actions under the lead, such as ButtonLinks. */
  children?: ReactNode;
  /** A picture: beside the text from 992 pixels on, below it on smaller windows. */
  illustration?: ReactNode;
  tone?: 'plain' | 'subtle' | 'contrast';
  /** `display` is for a landing page, `page` for all others. */
  size?: 'page' | 'display';
}

/** The top of a page. Every page has exactly one. */
export function PageHeader({ title, eyebrow, lead, badge, children, illustration, tone = 'subtle', size = 'page' }: PageHeaderProps) {
  const display = size === 'display';
  return (
    <Box
      as="header"
      data-tone={tone}
      bg={tone === 'subtle' ? 'bg.subtle' : 'bg'}
      color="fg"
      colorPalette="accent"
      py={display ? { base: '14', md: '20', xl: '28' } : { base: '12', md: '16', xl: '20' }}
    >
      <Container>
        <Grid gap={{ base: '10', lg: '16' }} alignItems="center" templateColumns={illustration ? { base: '1fr', lg: '7fr 5fr' } : '1fr'}>
          <Box maxW="3xl" minW="0">
            {eyebrow && (
              <Text textStyle="eyebrow" color="accent.fg" mb="4">
                {eyebrow}
              </Text>
            )}
            <Flex align="center" gap="4" wrap="wrap">
              <Heading as="h1" id={PAGE_HEADING_ID} tabIndex={-1} size={display ? '6xl' : '5xl'}>
                {title}
              </Heading>
              {badge}
            </Flex>
            {lead && (
              <Text as="div" mt="6" maxW="prose" textStyle={display ? 'xl' : 'lg'} fontWeight="normal" color="fg.muted">
                {lead}
              </Text>
            )}
            {children && (
              <Flex mt="8" gap="3" wrap="wrap" align="center">
                {children}
              </Flex>
            )}
          </Box>
          {illustration && <Box minW="0">{illustration}</Box>}
        </Grid>
      </Container>
    </Box>
  );
}
