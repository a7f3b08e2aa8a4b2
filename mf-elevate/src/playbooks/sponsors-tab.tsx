import * as paths from '@site/contracts/paths';
import { Box, ButtonLink, Text } from '@site/ui';
import sponsorsArt from './sponsors.svg';
import { RuleList } from './rule-list';
import { TabIntro } from './tab-intro';

const SPONSORS = [
  { title: 'Founders', text: 'They back the skills that their company will need.' },
  { title: 'Enterprise executives', text: 'They found a league or a peer group on what the company demands.' },
  { title: 'Venture firms', text: 'They see teams at work before there is a company to look at.' },
];

export function SponsorsTab() {
  return (
    <>
      <TabIntro title="Sponsors carry the game" art={sponsorsArt} artAlt="Four pillars carry a roof with a puzzle piece in its gable">
        <Text>
          A sponsor stands behind a peer group, a demo or a train mode, so that players can concentrate on the craft. Sponsored demos are
          marked in the Draft.
        </Text>
        <Text>What you would like to see played is yours to say.</Text>
        <Box pt="2">
          <ButtonLink to={paths.introAbout('sponsor')}>Become a sponsor</ButtonLink>
        </Box>
      </TabIntro>
      <RuleList heading="Who can be a sponsor" rules={SPONSORS} />
    </>
  );
}
