import { Box, ButtonLink, Grid, Heading, List, Section, SimpleGrid, Stack, Text, VisuallyHidden, type SectionProps } from '@site/ui';
import type { Offer } from './offers';

/** What lies behind an offer; the target of its Learn more link. */
export function OfferDetails({ offer, tone }: { offer: Offer; tone: NonNullable<SectionProps['tone']> }) {
  return (
    <Section id={offer.id} tone={tone} aria-labelledby={`${offer.id}-title`}>
      <Grid templateColumns={{ base: '1fr', lg: '1fr 2fr' }} gap={{ base: '6', lg: '16' }}>
        <Heading as="h2" id={`${offer.id}-title`} size="4xl">
          {offer.title}
        </Heading>
        <Stack gap="8" align="flex-start">
          <Stack gap="5" textStyle="lg" color="fg.muted" maxW="prose">
            {offer.details.map((paragraph) => (
              <Text key={paragraph}>{paragraph}</Text>
            ))}
          </Stack>
          <SimpleGrid columns={{ base: 1, md: 2 }} gap={{ base: '8', md: '12' }} width="full">
            <Points title="It fits when" points={offer.fits} />
            <Points title="Tell us" points={offer.tell} />
          </SimpleGrid>
          <ButtonLink to={offer.quote} variant="outline">
            Request a quote<VisuallyHidden> for {offer.title}</VisuallyHidden>
          </ButtonLink>
        </Stack>
      </Grid>
    </Section>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <Box>
      <Heading as="h3" size="md" mb="3">
        {title}
      </Heading>
      <List.Root>
        {points.map((point) => (
          <List.Item key={point}>{point}</List.Item>
        ))}
      </List.Root>
    </Box>
  );
}
