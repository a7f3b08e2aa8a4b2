import * as paths from '@site/contracts/paths';
import { Box, ButtonLink, Card, Grid, Heading, List, Picture, Stack, Text } from '@site/ui';
import { TIERS, type Tier } from './elevate-content';

export function TierDetails() {
  return (
    <Stack gap={{ base: '8', md: '12' }}>
      {TIERS.map((tier) => (
        <TierDetail key={tier.anchor} tier={tier} />
      ))}
    </Stack>
  );
}

function TierDetail({ tier }: { tier: Tier }) {
  const { number, anchor, kind, headline, description, points, art, artAlt } = tier;
  const pictureFirst = number % 2 === 0;
  return (
    <Card.Root asChild id={anchor} overflow="hidden" size="lg">
      <article aria-labelledby={`${anchor}-headline`}>
        <Grid templateColumns={{ base: '1fr', lg: '1fr 1fr' }}>
          <Box order={{ base: 0, lg: pictureFirst ? 0 : 1 }} bg="accent.subtle" overflow="hidden">
            <Picture src={art} width={480} height={320} alt={artAlt} h={{ lg: 'full' }} objectFit="contain" />
          </Box>
          <Card.Body gap="4" justifyContent="center">
            <Text textStyle="eyebrow" color="accent.fg">
              {kind}
            </Text>
            <Heading as="h3" id={`${anchor}-headline`} size="3xl">
              {headline}
            </Heading>
            <Text color="fg.muted">{description}</Text>
            <List.Root gap="1.5">
              {points.map((point) => (
                <List.Item key={point}>{point}</List.Item>
              ))}
            </List.Root>
            <Box pt="2">
              <ButtonLink to={paths.signUpForElevate(number)} variant="outline" aria-label={`Sign up: ${headline}`}>
                Sign up
              </ButtonLink>
            </Box>
          </Card.Body>
        </Grid>
      </article>
    </Card.Root>
  );
}
