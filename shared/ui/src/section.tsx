import { Box, Container, type BoxProps } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface SectionProps extends Omit<BoxProps, 'children'> {
  /** Anchor of the section. */
  id?: string;
  /** `contrast` is a dark band: every colour role inside has its light-on-dark value. */
  tone?: 'plain' | 'subtle' | 'contrast';
  children: ReactNode;
}

/** A full-width band of a page with the site's width and rhythm inside. */
export function Section({ tone = 'plain', children, ...rest }: SectionProps) {
  return (
    <Box
      as="section"
      data-tone={tone}
      bg={tone === 'subtle' ? 'bg.subtle' : 'bg'}
      color="fg"
      colorPalette="accent"
      py={{ base: '14', md: '20', xl: '28' }}
      {...rest}
    >
      <Container>{children}</Container>
    </Box>
  );
}
