import { Box, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface DisclosureProps {
  /** What opens it. */
  summary: ReactNode;
  children: ReactNode;
}

const Summary = chakra('summary', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4',
    minH: '12',
    py: '3',
    fontWeight: 'semibold',
    cursor: 'pointer',
    listStyle: 'none',
    '&::-webkit-details-marker': { display: 'none' },
    _after: { content: '"+"', textStyle: 'xl', color: 'accent.fg' },
    'details[open] > &': { _after: { content: '"\\2212"' } },
    _hover: { color: 'accent.fg' },
  },
});

/** The browser's own details element: works before any script, and the browser's search finds what is inside. */
export function Disclosure({ summary, children }: DisclosureProps) {
  return (
    <chakra.details borderBottomWidth="1px">
      <Summary>{summary}</Summary>
      <Box pb="5" color="fg.muted">
        {children}
      </Box>
    </chakra.details>
  );
}
