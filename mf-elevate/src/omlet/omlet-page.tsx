import { Box, ButtonLink, Flex, Heading, PageHeader, PageMeta, Picture, Section, SimpleGrid, Stack, Text, TextLink } from '@site/ui';
import type { ReactNode } from 'react';
import * as paths from '@site/contracts/paths';
import omletArt from './omlet.svg';

export default function OmletPage() {
  return (
    <>
      <PageMeta
        title="O.M.L.E.T."
        description="O.M.L.E.T. is a contained demo engagement: one skill, shown in one demo, scored by peers."
        keywords="O.M.L.E.T., demo engagement, skill demo, peer scoring, Elevate"
      />
      <PageHeader
        size="display"
        eyebrow="A contained demo engagement"
        title="O.M.L.E.T."
        lead="One skill, one demo, and a rim around both. You show a piece of work that stands on its own, so that it can be judged on its own."
        illustration={
          <Picture
            src={omletArt}
            width={560}
            height={420}
            maxW={{ base: 'md', lg: 'full' }}
            borderRadius="l3"
            alt="A pan, seen from above, that holds a yolk made of mosaic tiles"
            eager
          />
        }
      >
        <Actions />
      </PageHeader>

      <Section aria-labelledby="why-heading">
        <SimpleGrid columns={{ base: 1, lg: 2 }} gap={{ base: '6', lg: '20' }}>
          <Heading as="h2" id="why-heading" size="4xl">
            What the rim is for
          </Heading>
          <Stack gap="5" textStyle="lg" color="fg.muted">
            <Text>
              A whole career is hard to show, and harder to compare. A demo is not: it has a subject, an address where it can be seen and a
              description that says what to look at.
            </Text>
            <Text>
              That is the idea of a contained engagement. Whoever looks knows what belongs to it and what does not, and two demos of the
              same kind can lie side by side. Feedback has a subject, and a score means something.
            </Text>
          </Stack>
        </SimpleGrid>
      </Section>

      <Section aria-labelledby="recipe-heading" tone="subtle">
        <Heading as="h2" id="recipe-heading" size="4xl" mb={{ base: '8', md: '12' }}>
          The recipe
        </Heading>
        <SimpleGrid as="ol" role="list" listStyleType="none" columns={{ base: 1, md: 3 }} gap={{ base: '8', md: '10' }}>
          <RecipeStep number={1} title="Choose a kind">
            The <TextLink to={paths.draft}>Draft</TextLink> lists public demos with their vertical and status, and says which are sponsored.
            Pick the one that shows your craft, and choose to demo like this.
          </RecipeStep>
          <RecipeStep number={2} title="Show yours">
            Make your demo, then put it on your card: a URL and a description are all it takes. You can correct or remove it at any time.
          </RecipeStep>
          <RecipeStep number={3} title="Get it scored">
            Peers give feedback and scores. Endorsements appear as badges beside the demo. At least one demo on your card, with goals
            selected and a playbook picked, allows for ranking.
          </RecipeStep>
        </SimpleGrid>
      </Section>

      <Section aria-labelledby="after-heading">
        <Heading as="h2" id="after-heading" size="4xl" mb={{ base: '8', md: '12' }}>
          What one demo can lead to
        </Heading>
        <SimpleGrid columns={{ base: 1, md: 3 }} gap={{ base: '8', md: '10' }}>
          <Outcome title="Play">An interview with a team that values what you showed.</Outcome>
          <Outcome title="Train">A lesson: the same demo, used to train other groups.</Outcome>
          <Outcome title="Spearhead. Coach">An idea to lead, with a playbook that unites strengths into a team.</Outcome>
        </SimpleGrid>
      </Section>

      <Section aria-labelledby="begin-heading" tone="contrast">
        <Flex direction={{ base: 'column', lg: 'row' }} gap="8" align={{ lg: 'center' }} justify="space-between">
          <Box maxW="2xl">
            <Heading as="h2" id="begin-heading" size="4xl" mb="3">
              Crack the first one
            </Heading>
            <Text textStyle="lg" color="fg.muted">
              O.M.L.E.T. is part of <TextLink to={paths.elevate}>Elevate</TextLink>. Sign up to share a demo, or ask us first.
            </Text>
          </Box>
          <Flex gap="3" wrap="wrap">
            <Actions />
          </Flex>
        </Flex>
      </Section>
    </>
  );
}

function Actions() {
  return (
    <>
      <ButtonLink to={paths.signUp} size="lg">
        Sign up
      </ButtonLink>
      <ButtonLink to={paths.introAbout('elevate')} size="lg" variant="outline">
        Contact us
      </ButtonLink>
    </>
  );
}

function RecipeStep({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <Box as="li">
      <Flex
        aria-hidden
        align="center"
        justify="center"
        boxSize="12"
        mb="5"
        borderRadius="l2"
        bg="accent.solid"
        color="accent.contrast"
        textStyle="xl"
        fontWeight="bold"
      >
        {number}
      </Flex>
      <Heading as="h3" size="xl" mb="2">
        {title}
      </Heading>
      <Text color="fg.muted">{children}</Text>
    </Box>
  );
}

function Outcome({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box borderTopWidth="2px" borderColor="accent.solid" pt="5">
      <Heading as="h3" size="xl" mb="2">
        {title}
      </Heading>
      <Text color="fg.muted">{children}</Text>
    </Box>
  );
}
