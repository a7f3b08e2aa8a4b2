import { Badge, Box, ButtonLink, chakra, Heading, PageHeader, PageMeta, Section, SimpleGrid, Text, TextLink, useSite } from '@site/ui';
import type { ReactNode } from 'react';
import * as paths from '@site/contracts/paths';
import { ContactMap } from './contact-map';

export default function ContactPage() {
  const { brand, contact } = useSite();
  return (
    <>
      <PageMeta
        title="Contact"
        description={`How to reach ${brand}: request a quote, write an e-mail, call, or send a letter.`}
        keywords="contact, request a quote, e-mail, phone, mailing address"
      />
      <PageHeader
        eyebrow="Contact"
        title="Talk to us"
        badge={<Badge size="lg">Updated November 2025</Badge>}
        lead="For a quote, the form is the shortest way: it asks what we would ask. For everything else, choose the way that suits you."
      />
      <Section aria-label="Ways to reach us">
        <SimpleGrid columns={{ base: 1, md: 2 }} columnGap="16" rowGap={{ base: '10', md: '14' }}>
          <Way title="Request a quote">
            <Text mb="5">Say which offer interests you. We expect to reply within 2-3 business days.</Text>
            <ButtonLink to={paths.intro}>Request a quote</ButtonLink>
          </Way>
          <Way title="Mailing address">
            <chakra.address fontStyle="normal">
              {brand}
              {contact.address.map((line) => (
                <Box key={line}>{line}</Box>
              ))}
            </chakra.address>
          </Way>
          <Way title="E-mail">
            <TextLink href={`mailto:${contact.email}`}>{contact.email}</TextLink>
          </Way>
          <Way title="Phone">
            <TextLink href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`}>{contact.phone}</TextLink>
          </Way>
        </SimpleGrid>
        <ContactMap address={contact.mapUrl} />
      </Section>
    </>
  );
}

function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box borderTopWidth="2px" borderColor="accent.solid" pt="5">
      <Heading as="h2" size="xl" mb="3">
        {title}
      </Heading>
      <Box color="fg.muted" textStyle="lg">
        {children}
      </Box>
    </Box>
  );
}
