import {
  Badge,
  Button,
  Card,
  ButtonLink,
  EmptyState,
  ErrorPanel,
  Heading,
  Flex,
  List,
  Notice,
  PageHeader,
  PageSkeleton,
  Prose,
  Section,
  SimpleGrid,
  Spinner,
  Stack,
  Text,
  TextLink,
} from './index';
import type { Story, StoryMeta } from './story';

const meta: StoryMeta = { title: 'Core' };
export default meta;

const variants = ['solid', 'outline', 'subtle', 'ghost', 'plain'] as const;
const palettes = ['accent', 'neutral', 'success', 'warning', 'danger', 'info'] as const;

function Illustration() {
  return (
    <svg viewBox="0 0 400 300" role="img" aria-label="Four tiles of a mosaic">
      <rect width="190" height="140" rx="14" fill="var(--ui-colors-accent-solid)" />
      <rect x="210" width="190" height="140" rx="14" fill="var(--ui-colors-accent-border)" />
      <rect y="160" width="190" height="140" rx="14" fill="var(--ui-colors-neutral-border)" />
      <rect x="210" y="160" width="190" height="140" rx="14" fill="var(--ui-colors-neutral-solid)" />
    </svg>
  );
}

export const Headers: Story = {
  render: () => (
    <PageHeader
      size="display"
      eyebrow="Elevate"
      title="Elevate - 1, 2, 3"
      badge={<Badge colorPalette="accent">beta</Badge>}
      lead="A career-growth and interview-practice programme for experienced software professionals."
      illustration={<Illustration />}
    >
      <ButtonLink to="/signup" size="lg">
        Sign up
      </ButtonLink>
      <ButtonLink to="/contact" size="lg" variant="outline" colorPalette="neutral">
        Contact us
      </ButtonLink>
    </PageHeader>
  ),
};

function Tier({ name, variant = 'outline' }: { name: string; variant?: 'outline' | 'elevated' | 'subtle' }) {
  return (
    <Card.Root variant={variant}>
      <Card.Body>
        <Badge alignSelf="flex-start">1</Badge>
        <Card.Title as="h3">{name}</Card.Title>
        <Text color="fg.muted">Demo your skills, get scored and ranked among peers, and interview with teams that value you.</Text>
      </Card.Body>
      <Card.Footer>
        <ButtonLink to="/signup/elevate-1">Sign up</ButtonLink>
        <ButtonLink href="#player" variant="plain">
          Learn more
        </ButtonLink>
      </Card.Footer>
    </Card.Root>
  );
}

const tiers = (
  <Stack gap="10">
    <Heading as="h2" size="4xl">
      Three tiers
    </Heading>
    <SimpleGrid columns={{ base: 1, md: 3 }} gap="6">
      <Tier name="Player" />
      <Tier name="Trainer" variant="elevated" />
      <Tier name="Spearhead. Coach" variant="subtle" />
    </SimpleGrid>
  </Stack>
);

export const Cards: Story = { render: () => <Section>{tiers}</Section> };
export const CardsOnSubtle: Story = { render: () => <Section tone="subtle">{tiers}</Section> };
export const CardsOnContrast: Story = { render: () => <Section tone="contrast">{tiers}</Section> };

const actions = (
  <Stack gap="6">
    {palettes.map((palette) => (
      <Flex align="center" key={palette} wrap="wrap" gap="3">
        {variants.map((variant) => (
          <Button key={variant} variant={variant} colorPalette={palette}>
            {palette} {variant}
          </Button>
        ))}
        <Badge colorPalette={palette}>subtle</Badge>
        <Badge colorPalette={palette} variant="solid">
          solid
        </Badge>
        <Badge colorPalette={palette} variant="outline">
          outline
        </Badge>
      </Flex>
    ))}
    <Flex align="center" wrap="wrap" gap="3">
      {(['xs', 'sm', 'md', 'lg'] as const).map((size) => (
        <Button key={size} size={size}>
          Size {size}
        </Button>
      ))}
      <Button aria-disabled>Sending...</Button>
    </Flex>
  </Stack>
);

export const Actions: Story = { render: () => <Section>{actions}</Section> };
export const ActionsOnContrast: Story = { render: () => <Section tone="contrast">{actions}</Section> };

export const Messages: Story = {
  render: () => (
    <Section>
      <Stack gap="4">
        {(['info', 'success', 'warning', 'danger'] as const).map((status) => (
          <Notice key={status} status={status} title={`A notice of status ${status}`}>
            Users without a sponsored peer group enter the code SELF-4E.
          </Notice>
        ))}
        <EmptyState title="No demos for now" illustration={<Spinner />} action={<ButtonLink to="/draft">Add more demos</ButtonLink>}>
          Demos that you add are shown here.
        </EmptyState>
        <ErrorPanel title="This part is not available" message="It did not load. The rest of the site works." onRetry={() => undefined} />
      </Stack>
    </Section>
  ),
};

export const LongText: Story = {
  render: () => (
    <Section>
      <Prose>
        <h2>Privacy policy</h2>
        <p>
          Last updated 11/5/2025. See also the <TextLink to="/terms">terms</TextLink> and our{' '}
          <TextLink href="https://example.org" external>
            page
          </TextLink>
          .
        </p>
        <h3>What we keep</h3>
        <ul>
          <li>Your name and e-mail address</li>
          <li>Your phone number</li>
        </ul>
      </Prose>
      <List.Root as="ol" mt="6">
        <List.Item>Who you are?</List.Item>
        <List.Item>What is your sport?</List.Item>
      </List.Root>
    </Section>
  ),
};

export const Loading: Story = { render: () => <PageSkeleton /> };
