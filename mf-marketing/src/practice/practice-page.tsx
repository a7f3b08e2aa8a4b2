import {
  Box,
  ButtonLink,
  Flex,
  Grid,
  Heading,
  PageHeader,
  PageMeta,
  Picture,
  Section,
  SimpleGrid,
  Stack,
  Text,
  TextLink,
  useSite,
} from '@site/ui';
import type { ReactNode } from 'react';
import * as paths from '@site/contracts/paths';
import target from './target.svg';
import { THEMES } from './themes';

export default function PracticePage() {
  const { brand } = useSite();
  return (
    <>
      <PageMeta
        title="Practice"
        description={`The focus, mission, themes and vision of ${brand}, a technology practice for cloud software-as-a-service.`}
        keywords="cloud software practice, SaaS, mission, vision, team formation, venture studio, developer identity"
      />
      <PageHeader
        eyebrow="Practice"
        title="One subject, many ways in"
        lead={`${brand} is a technology practice focused on cloud software-as-a-service: how it is conceived, who builds it, and how it changes hands.`}
        illustration={
          <Picture
            src={target}
            alt="A target of mosaic rings with an arrow in its centre."
            width={480}
            height={360}
            maxW={{ base: 'md', lg: 'full' }}
            eager
          />
        }
      />
      <Section>
        <Stack gap={{ base: '14', lg: '20' }}>
          <Topic id="focus" title="Focus">
            <Text>
              Software-as-a-service lives in the cloud and is never finished. It needs people who can begin it, people who can carry it on,
              and sometimes new owners. We keep to this one subject and look at it from all three sides.
            </Text>
            <Text>
              We work with founders and startups, technology and business executives, enterprises, venture firms, recruiters, and
              experienced software engineers, whom we call players.
            </Text>
          </Topic>
          <Topic id="mission" title="Mission">
            <Text>
              To bring the people who build cloud software together with the people who need it, and to let skill speak for itself. An
              engineer shows a demo instead of a promise. A founder shows a playbook instead of a job advert. A team forms where the two
              fit.
            </Text>
          </Topic>
        </Stack>
      </Section>
      <Section id="themes" tone="subtle" aria-labelledby="themes-title">
        <Heading as="h2" id="themes-title" size="4xl">
          Themes
        </Heading>
        <SimpleGrid columns={{ base: 1, md: 2, lg: 3 }} gap={{ base: '10', lg: '14' }} mt={{ base: '10', lg: '14' }}>
          {THEMES.map(({ title, text, to, link, picture }) => (
            <Box key={title}>
              <Picture src={picture} alt="" width={80} height={80} maxW="16" />
              <Heading as="h3" size="xl" mt="5">
                {title}
              </Heading>
              <Text mt="2" mb="3" color="fg.muted">
                {text}
              </Text>
              <TextLink to={to}>{link}</TextLink>
            </Box>
          ))}
        </SimpleGrid>
      </Section>
      <Section>
        <Topic id="vision" title="Vision">
          <Text textStyle="2xl" color="fg">
            Every developer has an identity worth seeing whole. We picture it as a mosaic.
          </Text>
          <Text>
            Its pieces are called tesserae. A player gains one with each step of Elevate: who you are, what your sport is, where your
            strength lies, and what your vision is. The quest is to gain two to four of them.
          </Text>
          <Text>
            The last step is the point of it all: a playbook that unites the strengths of several people into a team. Good software follows
            from there.
          </Text>
          <Flex gap="3" wrap="wrap" mt="2">
            <ButtonLink to={paths.elevateSteps}>How the steps work</ButtonLink>
            <ButtonLink to={paths.playbooks} variant="outline">
              Read the ground rules
            </ButtonLink>
          </Flex>
        </Topic>
      </Section>
    </>
  );
}

/** A heading with the text beside it on wide windows. */
function Topic({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Grid id={id} templateColumns={{ base: '1fr', lg: '1fr 2fr' }} gap={{ base: '5', lg: '16' }}>
      <Heading as="h2" size="4xl">
        {title}
      </Heading>
      <Stack gap="5" textStyle="lg" color="fg.muted" maxW="prose">
        {children}
      </Stack>
    </Grid>
  );
}
