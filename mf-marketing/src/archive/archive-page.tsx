import * as paths from '@site/contracts/paths';
import { useLocation } from '@site/router';
import { Box, Card, Flex, Notice, PageHeader, PageMeta, Picture, Section, SimpleGrid, Text, TextLink, useSite } from '@site/ui';
import { PROGRAMMES, type Programme } from './programmes';

export default function ArchivePage() {
  const { brand } = useSite();
  const { pathname } = useLocation();
  return (
    <>
      <PageMeta
        title="Archive"
        description={`Past programmes of ${brand}: games, products, tumor analysis software and data analysis, with references for further reading.`}
        keywords="archive, past programmes, games, products, tumor analysis software, data analysis"
        canonical={paths.archive}
      />
      <PageHeader
        eyebrow="Archive"
        title="Past programmes"
        lead="The programmes that this site described in the past. They are closed. The links lead to public references on the same subjects, published by others."
      />
      <Section>
        {!pathname.startsWith(paths.archive) && (
          <Notice title="You followed an address of a past programme" mb="12">
            Its pages are no longer published. The programmes are listed here, and{' '}
            <TextLink to={paths.practice}>what the practice does today</TextLink> has a page of its own.
          </Notice>
        )}
        <SimpleGrid as="ul" role="list" listStyleType="none" columns={{ base: 1, md: 2, lg: 3 }} gap={{ base: '6', lg: '8' }}>
          {PROGRAMMES.map((programme) => (
            <Flex as="li" key={programme.id} id={programme.id}>
              <ProgrammeCard programme={programme} />
            </Flex>
          ))}
        </SimpleGrid>
      </Section>
    </>
  );
}

function ProgrammeCard({ programme: { title, text, reference, picture, alt } }: { programme: Programme }) {
  return (
    <Card.Root as="article" width="full" overflow="hidden">
      <Box bg="bg.subtle" px="6" py="4">
        <Picture src={picture} alt={alt} width={320} height={200} />
      </Box>
      <Card.Body>
        <Card.Title as="h2">{title}</Card.Title>
        <Text color="fg.muted" flex="1">
          {text}
        </Text>
        <Text textStyle="sm">
          Further reading:{' '}
          <TextLink href={reference.href} external>
            {reference.label}
          </TextLink>
          <Text as="span" display="block" color="fg.subtle">
            {reference.publisher}
          </Text>
        </Text>
      </Card.Body>
    </Card.Root>
  );
}
