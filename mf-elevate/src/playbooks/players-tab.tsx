import * as paths from '@site/contracts/paths';
import { Box, ButtonLink, Text, TextLink } from '@site/ui';
import playersArt from './players.svg';
import { RuleList } from './rule-list';
import { TabIntro } from './tab-intro';

const RULES = [
  { title: 'Select your goals', text: 'The goals in your profile say what you play for.' },
  { title: 'Add a demo', text: 'One is enough to begin. Peers endorse and score what they can see.' },
  {
    title: 'Pick a playbook',
    text: 'Follow one that you would join. With your goals and a demo, it allows for ranking.',
  },
];

export function PlayersTab() {
  return (
    <>
      <TabIntro title="Players are engineers" art={playersArt} artAlt="Three players, one in front, under a puzzle piece">
        <Text>
          A player brings a skill and can show it. In a playbook, players look for the role that fits it, and for people whose skills fit
          beside their own.
        </Text>
        <Text>
          The way in is <TextLink to={paths.elevate}>Elevate</TextLink>: it gives a player a peer group, a score and a rank.
        </Text>
        <Box pt="2">
          <ButtonLink to={paths.draft}>See the Draft</ButtonLink>
        </Box>
      </TabIntro>
      <RuleList heading="How a player gets ranked" rules={RULES} />
    </>
  );
}
