import { Box, Flex, Heading, SimpleGrid, Text } from '@site/ui';
import { Mosaic } from '../mosaic';
import { STEPS } from './elevate-content';

/** The four questions of the programme; beside each, the mosaic as it looks once the question is answered. */
export function GuidingSteps() {
  return (
    <SimpleGrid as="ol" role="list" listStyleType="none" columns={{ base: 1, sm: 2, xl: 4 }} gap={{ base: '10', xl: '8' }}>
      {STEPS.map(({ question, description, rank, tessera }) => (
        <Flex as="li" key={rank} direction="column" gap="5">
          <Box w={{ base: '40', xl: 'full' }} maxW="48">
            <Mosaic rank={rank} decorative />
          </Box>
          <Box>
            <Text textStyle="eyebrow" color="accent.fg" mb="2">
              Step {rank}
            </Text>
            <Heading as="h3" size="xl" mb="2">
              {question}
            </Heading>
            <Text color="fg.muted">{description}</Text>
          </Box>
          <Text mt="auto" pt="3" borderTopWidth="1px" borderColor="border.emphasized" textStyle="sm" fontWeight="semibold">
            {tessera}
          </Text>
        </Flex>
      ))}
    </SimpleGrid>
  );
}
