import * as paths from '@site/contracts/paths';
import { Badge, Box, ButtonLink, Flex, Grid, Heading, List, Picture, Section, Stack, Text } from '@site/ui';
import acquisitions from './acquisitions.svg';
import blueprints from './blueprints.svg';
import elevate from './elevate.svg';

interface Feature {
  id: string;
  eyebrow: string;
  badge?: string;
  title: string;
  text: string;
  points: readonly string[];
  /** The first one is the main way on. */
  links: readonly { to: string; label: string }[];
  picture: string;
  alt: string;
}

const FEATURES: readonly Feature[] = [
  {
    id: 'elevate',
    eyebrow: 'Elevate and Draft',
    badge: 'Beta',
    title: 'Show your skill. Find your team.',
    text: 'Elevate is a career-growth and interview-practice programme for experienced software professionals. Draft is where teams form around public demos and playbooks.',
    points: [
      'Player: demo your skills, get scored and ranked among peers, and interview with teams that value you',
      'Trainer: use your demos to train other groups, and learn the craft better',
      'Spearhead, Coach: lead startup-style ideas and build a learning environment',
    ],
    links: [
      { to: paths.elevate, label: 'Explore Elevate' },
      { to: paths.draft, label: 'Open Draft' },
    ],
    picture: elevate,
    alt: 'Three people on three mosaic towers, each taller than the one before.',
  },
  {
    id: 'workshops',
    eyebrow: 'Workshops and startup blueprints',
    title: 'From an idea to a plan that others can build',
    text: 'The venture studio begins with a workshop. You leave it with templates for your startup, and you decide how much further we go together.',
    points: [
      'A workshop onboarding session and templates',
      'Interviewing and onboarding while a team is raised',
      'MVP build-out, scouting of core members and a technical co-founding option',
    ],
    links: [{ to: paths.blueprints, label: 'See workshops and blueprints' }],
    picture: blueprints,
    alt: 'A blue drafting sheet with a floor plan, a few tiles already in place, and a pair of compasses.',
  },
  {
    id: 'ata',
    eyebrow: 'ATA: technology acquisitions',
    title: 'Acquire, hand over, or open a second way',
    text: 'Software changes hands, and technology needs alternatives. ATA looks at both as questions of technology: what is there, what it can carry, and what should come next.',
    points: [
      'Alternative lab: a second tech option',
      'Flip a SaaS: for a business that is ready to change hands',
      'The Chassis: SaaS acquisition',
    ],
    links: [{ to: paths.ata, label: 'Look at acquisitions' }],
    picture: acquisitions,
    alt: 'A crane carries four tiles from one mosaic building to another.',
  },
];

/** What the practice offers: three sections with picture and text changing sides. */
export function Features() {
  return FEATURES.map((feature, index) => (
    <Section key={feature.id} tone={index % 2 ? 'subtle' : 'plain'} aria-labelledby={`${feature.id}-title`}>
      <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap={{ base: '10', lg: '20' }} alignItems="center">
        <Box order={{ md: index % 2 }}>
          <Picture src={feature.picture} alt={feature.alt} width={480} height={360} maxW={{ base: 'sm', md: 'full' }} />
        </Box>
        <FeatureText feature={feature} />
      </Grid>
    </Section>
  ));
}

function FeatureText({ feature }: { feature: Feature }) {
  return (
    <Stack gap="5" align="flex-start">
      <Flex gap="3" align="center" wrap="wrap">
        <Text textStyle="eyebrow" color="accent.fg">
          {feature.eyebrow}
        </Text>
        {feature.badge && <Badge colorPalette="accent">{feature.badge}</Badge>}
      </Flex>
      <Heading as="h2" id={`${feature.id}-title`} size="4xl">
        {feature.title}
      </Heading>
      <Text textStyle="lg" color="fg.muted" maxW="prose">
        {feature.text}
      </Text>
      <List.Root gap="3" maxW="prose">
        {feature.points.map((point) => (
          <List.Item key={point}>{point}</List.Item>
        ))}
      </List.Root>
      <Flex gap="3" wrap="wrap" mt="3">
        {feature.links.map(({ to, label }, index) => (
          <ButtonLink key={to} to={to} variant={index ? 'outline' : 'solid'}>
            {label}
          </ButtonLink>
        ))}
      </Flex>
    </Stack>
  );
}
