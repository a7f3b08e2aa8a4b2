import {
  Box,
  ButtonLink,
  Card,
  Flex,
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
import { OfferDetails } from './offer-details';
import { OFFERS, type Offer } from './offers';

export default function AtaPage() {
  const { brand } = useSite();
  return (
    <>
      <PageMeta
        title="Technology acquisitions"
        description={`ATA, the technology acquisitions of ${brand}: an alternative lab for a second tech option, flipping a SaaS, and The Chassis for SaaS acquisition.`}
        keywords="technology acquisitions, ATA, SaaS acquisition, flip a SaaS, alternative lab, second tech option"
      />
      <PageHeader
        eyebrow="ATA"
        title="Technology acquisitions"
        lead="Three ways to gain technology that you did not start: open a second option, move a SaaS business into new hands, or acquire a service to build on."
      />
      <Section aria-label="Offers">
        <SimpleGrid columns={{ base: 1, lg: 3 }} gap={{ base: '6', lg: '8' }}>
          {OFFERS.map((offer) => (
            <OfferCard key={offer.id} offer={offer} />
          ))}
        </SimpleGrid>
      </Section>
      {OFFERS.map((offer, index) => (
        <OfferDetails key={offer.id} offer={offer} tone={index % 2 === 0 ? 'subtle' : 'plain'} />
      ))}
    </>
  );
}

function OfferCard({ offer: { id, title, summary, quote, picture, alt } }: { offer: Offer }) {
  return (
    <Card.Root as="article" flexDirection={{ md: 'row', lg: 'column' }} alignItems={{ md: 'center', lg: 'stretch' }}>
      <Box p="6" pb={{ base: '0', md: '6', lg: '0' }} width={{ md: '1/3', lg: 'full' }} flexShrink="0">
        <Picture src={picture} alt={alt} width={400} height={280} eager />
      </Box>
      <Flex direction="column" flex="1">
        <Card.Body>
          <Card.Title as="h2">{title}</Card.Title>
          <Text color="fg.muted">{summary}</Text>
        </Card.Body>
        <Card.Footer>
          <Flex gap="5" rowGap="3" wrap="wrap" align="center">
            <ButtonLink to={quote}>
              Request a quote<VisuallyHidden> for {title}</VisuallyHidden>
            </ButtonLink>
            <TextLink to={`#${id}`}>
              Learn more<VisuallyHidden> about {title}</VisuallyHidden>
            </TextLink>
          </Flex>
        </Card.Footer>
      </Flex>
    </Card.Root>
  );
}
