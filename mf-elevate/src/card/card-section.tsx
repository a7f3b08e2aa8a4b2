import { useId, type ReactNode } from 'react';
import { Box, Flex, Heading } from '@site/ui';

interface CardSectionProps {
  title: string;
  /** Stands at the end of the heading's line. */
  action?: ReactNode;
  children: ReactNode;
}

/** One titled part of the card. */
export function CardSection({ title, action, children }: CardSectionProps) {
  const headingId = useId();
  return (
    <Box as="section" aria-labelledby={headingId}>
      <Flex justify="space-between" align="center" gap="4" wrap="wrap" mb="5">
        <Heading as="h2" id={headingId} size="2xl">
          {title}
        </Heading>
        {action}
      </Flex>
      {children}
    </Box>
  );
}
