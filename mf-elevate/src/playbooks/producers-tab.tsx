import * as paths from '@site/contracts/paths';
import { Box, ButtonLink, Text } from '@site/ui';
import producersArt from './producers.svg';
import { RuleList } from './rule-list';
import { TabIntro } from './tab-intro';

const PRODUCERS = [
  { title: 'Founders', text: 'They bring the idea, and the will to see it through.' },
  { title: 'Select recruiters', text: 'They know how a team comes together.' },
  { title: 'Qualified players', text: 'From step 3 of Elevate on, a player may produce too.' },
];

export function ProducersTab() {
  return (
    <>
      <TabIntro title="Producers start the game" art={producersArt} artAlt="Blocks of different shapes that rise to a tower">
        <Text>
          A producer takes a playbook and makes a team of it. Where a player follows a playbook to join, a producer follows it to produce.
        </Text>
        <Text>If you have a product in mind, you need not have the team yet. Tell us what it is.</Text>
        <Box pt="2">
          <ButtonLink to={paths.introAbout('produce')}>Pitch a product idea</ButtonLink>
        </Box>
      </TabIntro>
      <RuleList heading="Who can be a producer" rules={PRODUCERS} />
    </>
  );
}
