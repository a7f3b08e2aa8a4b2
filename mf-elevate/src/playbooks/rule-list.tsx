import type { ReactNode } from 'react';
import { Box, Heading, SimpleGrid, Text } from '@site/ui';

export interface Rule {
  title: string;
  text: ReactNode;
}

/** Rules side by side, each under its own line. */
export function RuleList({ heading, rules }: { heading: string; rules: readonly Rule[] }) {
  return (
    <Box mt={{ base: '12', md: '16' }}>
      <Heading as="h3" size="2xl" mb={{ base: '6', md: '8' }}>
        {heading}
      </Heading>
      <SimpleGrid
        as="ul"
        role="list"
        listStyleType="none"
        columns={{ base: 1, sm: 2, lg: rules.length === 4 ? 4 : 3 }}
        gap={{ base: '8', lg: '10' }}
      >
        {rules.map(({ title, text }) => (
          <Box as="li" key={title} borderTopWidth="2px" borderColor="accent.solid" pt="4">
            <Heading as="h4" size="lg" mb="2">
              {title}
            </Heading>
            <Text color="fg.muted">{text}</Text>
          </Box>
        ))}
      </SimpleGrid>
    </Box>
  );
}
