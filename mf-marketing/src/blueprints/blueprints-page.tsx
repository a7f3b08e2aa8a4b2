import * as paths from '@site/contracts/paths';
import {
  Box,
  ButtonLink,
  Card,
  Flex,
  Heading,
  List,
  PageHeader,
  PageMeta,
  Picture,
  Section,
  SimpleGrid,
  Text,
  TextLink,
  useSite,
  VisuallyHidden,
} from '@site/ui';
import { TierComparison } from './tier-comparison';
import { TIERS, type Tier } from './tiers';

export default function BlueprintsPage() {
  const { brand } = useSite();
  return (
    <>
      <PageMeta
        title="Startup blueprints"
        description={`Workshops and startup blueprints of ${brand}: a workshop session and templates, interviewing while a team is raised, or MVP build-out with a technical co-founding option.`}
        keywords="startup blueprint, workshop, venture studio, MVP, technical co-founder, team formation"
      />
      <PageHeader
        eyebrow="Venture studio"
        title="Startup blueprints"
        lead="Every blueprint begins with a workshop. What follows is up to you: keep the plan and go on alone, have company while you raise a team, or build the first version with us."
      >
        <ButtonLink to="#compare" variant="outline">
          Compare the blueprints
        </ButtonLink>
      </PageHeader>
      <Section aria-label="Tiers">
        <SimpleGrid columns={{ base: 1, lg: 3 }} gap={{ base: '6', lg: '8' }}>
          {TIERS.map((tier) => (
            <TierCard key={tier.id} tier={tier} />
          ))}
        </SimpleGrid>
      </Section>
      <Section id="compare" tone="subtle" aria-labelledby="compare-title">
        <Heading as="h2" id="compare-title" size="4xl">
          What each blueprint adds
        </Heading>
        <TierComparison />
        <Text mt="8" color="fg.muted" maxW="prose">
          Not sure which one is yours? <TextLink to={paths.introAbout('general')}>Ask a question</TextLink>, or read how teams form in{' '}
          <TextLink to={paths.playbooks}>the ground rules</TextLink>.
        </Text>
      </Section>
    </>
  );
}

function TierCard({ tier: { id, title, summary, brings, without, quote, picture, alt } }: { tier: Tier }) {
  return (
    <Card.Root
      as="article"
      id={id}
      aria-labelledby={`${id}-title`}
      flexDirection={{ md: 'row', lg: 'column' }}
      alignItems={{ md: 'center', lg: 'stretch' }}
    >
      <Box p="6" pb={{ base: '0', md: '6', lg: '0' }} width={{ md: '1/3', lg: 'full' }} flexShrink="0">
        <Picture src={picture} alt={alt} width={400} height={280} eager />
      </Box>
      <Flex direction="column" flex="1">
        <Card.Body>
          <Card.Title as="h2" id={`${id}-title`}>
            {title}
          </Card.Title>
          <Text color="fg.muted">{summary}</Text>
          <List.Root>
            {brings.map((point) => (
              <List.Item key={point}>{point}</List.Item>
            ))}
          </List.Root>
          {without && (
            <Text textStyle="sm" color="fg.muted">
              {without}
            </Text>
          )}
        </Card.Body>
        <Card.Footer>
          <ButtonLink to={quote}>
            Request a quote<VisuallyHidden> for {title}</VisuallyHidden>
          </ButtonLink>
        </Card.Footer>
      </Flex>
    </Card.Root>
  );
}
