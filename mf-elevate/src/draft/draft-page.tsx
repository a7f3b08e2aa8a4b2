import * as paths from '@site/contracts/paths';
import { ButtonLink, PageHeader, PageMeta, Section, SimpleGrid } from '@site/ui';
import { DemoColumn } from './demo-column';
import { PlaybookColumn } from './playbook-column';

export default function DraftPage() {
  return (
    <>
      <PageMeta
        title="Draft"
        description="Draft is where teams form: public demos to show your skill with, and playbooks to follow, join or produce."
        keywords="Draft, team formation, demos, playbooks, players, producers"
      />
      <PageHeader
        eyebrow="Team formation"
        title="Draft"
        lead="Demos show what people can do, playbooks what teams set out to do. Find yours on both sides."
      >
        <ButtonLink to={paths.playbooks} variant="outline">
          Ground rules
        </ButtonLink>
      </PageHeader>
      <Section pt={{ base: '10', md: '14', xl: '16' }}>
        <SimpleGrid columns={{ base: 1, lg: 2 }} gap={{ base: '14', lg: '10', xl: '14' }} alignItems="start">
          <DemoColumn />
          <PlaybookColumn />
        </SimpleGrid>
      </Section>
    </>
  );
}
