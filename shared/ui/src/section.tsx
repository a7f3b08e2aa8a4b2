import { Box, Container, type BoxProps } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface SectionProps extends Omit<BoxProps, 'children'> {
  /** Anchor of the section. */
  id?: string;
  /** `contrast` is a dark band: every colour role inside has its light-on-dark value. */
  tone?: 'plain' | 'subtle' | 'contrast';
  /**
   * For what stands below the first window of a long page: the browser lays it out and paints it when it comes near the window, and keeps
   * this much room for it until then. Anchors, the search of the browser, printing and screen readers find it as ever.
   */
  roomUntilSeen?: `${number}rem`;
  children: ReactNode;
}

/** A full-width band of a page with the site's width and rhythm inside. */
export function Section({ tone = 'plain', roomUntilSeen, children, ...rest }: SectionProps) {
  return (
    <Box
      as="section"
      data-tone={tone}
      bg={tone === 'subtle' ? 'bg.subtle' : 'bg'}
      color="fg"
      colorPalette="accent"
      py={{ base: '14', md: '20', xl: '28' }}
      {...(roomUntilSeen && { contentVisibility: 'auto', containIntrinsicHeight: `auto ${roomUntilSeen}` })}
      {...rest}
    >
      <Container>{children}</Container>
    </Box>
  );
}
