import * as paths from '@site/contracts/paths';
import { Text, TextLink } from '@site/ui';
import overviewArt from './overview.svg';
import { RuleList } from './rule-list';
import { TabIntro } from './tab-intro';

const ARCHETYPE = [
  { title: 'Incentives', text: 'What everybody on the team plays for.' },
  { title: 'Culture', text: 'How people treat the work and one another.' },
  { title: 'Projects', text: 'What the team sets out to build.' },
  { title: 'Roles', text: 'Who does what, and how many it takes.' },
];

const RULES = [
  { title: 'Rank comes from tesserae', text: 'After an evaluation a profile is ranked by its tesserae: 0 to 4 puzzle pieces on the card.' },
  {
    title: 'Playbooks open with you',
    text: 'Some wait for the evaluation of your profile. As it progresses, more relevant playbooks come.',
  },
  { title: 'Some need a subscription', text: 'A locked playbook shows further content with an active subscription.' },
];

export function OverviewTab() {
  return (
    <>
      <TabIntro
        title="An archetype, not a script"
        art={overviewArt}
        artAlt="An open book: a puzzle piece on one page, a wheel of four quarters on the other"
      >
        <Text>
          Good teams are alike in more than their skills. A playbook writes the rest down, as an archetype that a new team can start from
          rather than discover on the way.
        </Text>
        <Text>
          Players, producers and sponsors read the same playbook and find their own part in it. The open ones are in the{' '}
          <TextLink to={paths.draft}>Draft</TextLink>.
        </Text>
      </TabIntro>
      <RuleList heading="What a playbook describes" rules={ARCHETYPE} />
      <RuleList heading="The rules for everyone" rules={RULES} />
    </>
  );
}
