import * as paths from '@site/contracts/paths';
import { Box, ButtonLink, Card, Flex, SimpleGrid, Text } from '@site/ui';
import { TIERS } from './elevate-content';

/** The three tiers side by side, for those who choose quickly. */
export function TierCards() {
  return (
    <SimpleGrid as="ul" role="list" listStyleType="none" columns={{ base: 1, lg: 3 }} gap={{ base: '5', xl: '7' }}>
      {TIERS.map(({ number, anchor, verb, summary }) => (
        <Box as="li" key={anchor} display="flex">
          <Card.Root variant="elevated" flex="1" overflow="hidden">
            <Card.Body gap="4">
              <Flex align="baseline" justify="space-between" gap="4">
                <Card.Title asChild>
                  <h2>{verb}</h2>
                </Card.Title>
                <Text aria-hidden textStyle="6xl" fontFamily="heading" fontWeight="bold" color="accent.solid" lineHeight="0.8">
                  {number}
                </Text>
              </Flex>
              <Text color="fg.muted">{summary}</Text>
            </Card.Body>
            <Card.Footer>
              <ButtonLink to={paths.signUpForElevate(number)} aria-label={`Sign up: ${verb}`}>
                Sign up
              </ButtonLink>
              <ButtonLink href={`#${anchor}`} variant="ghost" aria-label={`Learn more: ${verb}`}>
                Learn more
              </ButtonLink>
            </Card.Footer>
          </Card.Root>
        </Box>
      ))}
    </SimpleGrid>
  );
}
