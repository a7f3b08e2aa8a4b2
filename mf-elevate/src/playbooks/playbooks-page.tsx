import { PageHeader, PageMeta, Section } from '@site/ui';
import { Tabs } from '@site/ui/tabs';
import { OverviewTab } from './overview-tab';
import { PlayersTab } from './players-tab';
import { ProducersTab } from './producers-tab';
import { SponsorsTab } from './sponsors-tab';
import { useTabInHash } from './tab-in-hash';

const TABS = [
  { value: 'overview', label: 'Overview', content: <OverviewTab /> },
  { value: 'players', label: 'Players', content: <PlayersTab /> },
  { value: 'producers', label: 'Producers', content: <ProducersTab /> },
  { value: 'sponsors', label: 'Sponsors', content: <SponsorsTab /> },
] as const;

const TAB_NAMES = TABS.map(({ value }) => value);

export default function PlaybooksPage() {
  const [tab, selectTab] = useTabInHash(TAB_NAMES, 'overview');
  return (
    <>
      <PageMeta
        title="Playbooks"
        description="The ground rules of playbooks: archetypes for incentives, culture, projects and roles, for players, producers and sponsors."
        keywords="playbooks, ground rules, players, producers, sponsors, team formation, tessera"
      />
      <PageHeader
        eyebrow="Ground rules"
        title="Playbooks"
        lead="A playbook describes a team before there is one. These are the rules that players, producers and sponsors share."
      />
      <Section pt={{ base: '6', md: '8', xl: '10' }}>
        <Tabs label="Playbooks" tabs={TABS} value={tab} onChange={selectTab} />
      </Section>
    </>
  );
}
