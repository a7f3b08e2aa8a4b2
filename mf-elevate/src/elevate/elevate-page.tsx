import * as paths from '@site/contracts/paths';
import { Badge, Box, ButtonLink, Flex, Grid, Heading, PageHeader, PageMeta, Section, SimpleGrid, Stack, Text, TextLink } from '@site/ui';
import { Mosaic } from '../mosaic';
import { FIGURES } from './elevate-content';
import { GuidingSteps } from './guiding-steps';
import { Remarks } from './remarks';
import { TierCards } from './tier-cards';
import { TierDetails } from './tier-details';

export default function ElevatePage() {
  return (
    <>
      <PageMeta
        title="Elevate - 1, 2, 3"
        description="Elevate is a career-growth and interview-practice programme for experienced software professionals: play, train, spearhead and coach."
        keywords="Elevate, interview practice, career growth, software engineers, peer scoring, tessera, playbooks"
      />
      <PageHeader
        size="display"
        title="Elevate - 1, 2, 3"
        badge={
          <Badge variant="solid" colorPalette="accent" size="lg">
            beta
          </Badge>
        }
        lead="A career-growth and interview-practice programme for experienced software professionals. Show what you can do, have it scored by peers, and put your identity as a developer together, piece by piece."
        illustration={
          <Box maxW={{ base: '64', lg: 'sm' }} mx={{ base: '0', lg: 'auto' }}>
            <Mosaic rank={4} />
          </Box>
        }
      >
        <ButtonLink to={paths.signUp} size="lg">
          Sign up
        </ButtonLink>
        <ButtonLink href="#how" size="lg" variant="outline">
          How it works
        </ButtonLink>
      </PageHeader>

      <Section aria-label="Three tiers">
        <TierCards />
      </Section>

      <Section id="overview" aria-labelledby="overview-heading" tone="contrast">
        <Overview />
      </Section>

      <Section aria-labelledby="tiers-heading">
        <Heading as="h2" id="tiers-heading" size="4xl" mb={{ base: '8', md: '12' }}>
          Choose how far you go
        </Heading>
        <TierDetails />
      </Section>

      <Section id="how" aria-labelledby="how-heading" tone="subtle">
        <HowItWorks />
      </Section>

      <Section aria-label="Begin">
        <Flex direction={{ base: 'column', lg: 'row' }} gap="8" align={{ lg: 'center' }} justify="space-between">
          <Box maxW="2xl">
            <Heading as="h2" size="4xl" mb="3">
              Your first tessera is a card away
            </Heading>
            <Text textStyle="lg" color="fg.muted">
              Sign up, make an initial card and set your goals. To see where the practice is heading, read its{' '}
              <TextLink to={paths.practice}>vision</TextLink>.
            </Text>
          </Box>
          <ButtonLink to={paths.signUp} size="lg" alignSelf="flex-start">
            Sign up
          </ButtonLink>
        </Flex>
      </Section>
    </>
  );
}

function Overview() {
  return (
    <Grid templateColumns={{ base: '1fr', lg: '1fr 1fr' }} gap={{ base: '10', lg: '20' }} alignItems="start">
      <Stack gap="5">
        <Heading as="h2" id="overview-heading" size="4xl">
          Overview
        </Heading>
        <Text textStyle="lg" color="fg.muted">
          Elevate begins with the work itself. You demo a skill and your peers score it. The ranking that follows tells teams what an
          interview alone rarely shows.
        </Text>
        <Text textStyle="lg" color="fg.muted">
          There are three tiers to take an interest in. Play to be seen, train to pass on what you know, spearhead and coach to lead. They
          build on one another, and each leaves its mark on your card: a tessera, one piece of your identity as a developer.
        </Text>
      </Stack>
      <SimpleGrid as="dl" columns={2} gapX={{ base: '6', md: '10' }} gapY={{ base: '8', md: '10' }}>
        {FIGURES.map(({ value, label }) => (
          <Flex
            key={label}
            direction="column-reverse"
            justify="flex-end"
            borderTopWidth="1px"
            borderColor="border.emphasized"
            pt="4"
            gap="1"
          >
            <Text as="dt" color="fg.muted" textStyle="sm">
              {label}
            </Text>
            <Text as="dd" textStyle={{ base: '3xl', md: '4xl' }} fontFamily="heading" fontWeight="bold" color="accent.fg">
              {value}
            </Text>
          </Flex>
        ))}
      </SimpleGrid>
    </Grid>
  );
}

function HowItWorks() {
  return (
    <Stack gap={{ base: '14', md: '20' }}>
      <Box maxW="3xl">
        <Heading as="h2" id="how-heading" size="4xl" mb="4">
          How does this program work?
        </Heading>
        <Text textStyle="lg" color="fg.muted">
          Four steps, and each asks you one question. An answer that holds is worth a tessera.
        </Text>
      </Box>
      <GuidingSteps />
      <Grid
        templateColumns={{ base: '1fr', lg: '1fr 2fr' }}
        gap={{ base: '4', lg: '12' }}
        p={{ base: '6', md: '10' }}
        bg="bg"
        borderRadius="l3"
        borderWidth="1px"
      >
        <Heading as="h3" size="2xl">
          What is a tessera?
        </Heading>
        <Stack gap="4" color="fg.muted">
          <Text>
            A tessera is a single tile of a mosaic. Here it is one of four puzzle pieces that together form your developer-identity mosaic,
            the picture on your card.
          </Text>
          <Text>
            Your profile is ranked by its tesserae after an evaluation, from 0 to 4. At 0 the evaluation is in progress. The quest is to
            gain two to four of them.
          </Text>
        </Stack>
      </Grid>
      <Remarks />
    </Stack>
  );
}
