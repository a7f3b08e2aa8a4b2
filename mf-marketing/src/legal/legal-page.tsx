import { Box, Grid, List, PageHeader, Prose, Section, Text, TextLink, useSite, type Site } from '@site/ui';
import type { ReactNode } from 'react';

export interface LegalSection {
  /** Anchor of the section. */
  id: string;
  title: string;
  body: (site: Site) => ReactNode;
}

/** Date of both legal texts. */
export const LAST_UPDATED = '11/5/2025';

/** A legal text with its table of contents, which stays in view on wide windows. */
export function LegalPage({ title, lead, sections }: { title: string; lead: string; sections: readonly LegalSection[] }) {
  const site = useSite();
  return (
    <>
      <PageHeader eyebrow="Legal" title={title} lead={lead}>
        <Text color="fg.muted">Last updated {LAST_UPDATED}</Text>
      </PageHeader>
      <Section>
        <Grid templateColumns={{ base: '1fr', lg: '1fr 2fr' }} gap={{ base: '12', lg: '16' }} alignItems="start">
          <Contents sections={sections} />
          <Prose css={{ '& > section:first-of-type > h2': { mt: '0' } }}>
            {sections.map((section) => (
              <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
                <h2 id={`${section.id}-title`}>{section.title}</h2>
                {section.body(site)}
              </section>
            ))}
          </Prose>
        </Grid>
      </Section>
    </>
  );
}

function Contents({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <Box
      as="nav"
      aria-label="Contents of this text"
      position={{ lg: 'sticky' }}
      top={{ lg: 'calc(var(--site-header-height) + 1.5rem)' }}
      maxH={{ lg: 'calc(100dvh - var(--site-header-height) - 3rem)' }}
      overflowY={{ lg: 'auto' }}
    >
      <Text textStyle="eyebrow" color="accent.fg" mb="4">
        Contents
      </Text>
      <List.Root as="ol" textStyle="sm" gap="1" ps="7">
        {sections.map(({ id, title }) => (
          <List.Item key={id}>
            <TextLink to={`#${id}`} variant="plain" display="inline-block" py="1">
              {title}
            </TextLink>
          </List.Item>
        ))}
      </List.Root>
    </Box>
  );
}
