import type { Profile } from '@site/contracts/api/profile';
import { Badge, Box, Flex, InPlaceOf, Notice } from '@site/ui';
import { demosApi } from '../demos.api';
import { playbooksApi } from '../playbooks.api';
import { hasGoal } from '../profile.api';

/** What a ranking still needs, and which parts of it are there. */
export function NextStep({ username, profile }: { username: string; profile: Profile | undefined }) {
  const { data: demos } = demosApi.useElevatePlayerDemosQuery(username);
  const { data: playbooks } = playbooksApi.useElevatePlayerPlaybooksQuery(username);
  return (
    <Parts
      goals={profile && hasGoal(profile)}
      demo={demos && demos.playerDemos.length > 0}
      playbook={playbooks && playbooks.playerPlaybooks.length > 0}
    />
  );
}

export const NextStepInWaiting = () => <Parts goals={undefined} demo={undefined} playbook={undefined} />;

/** Which parts are there; undefined while it is not known. */
function Parts({ goals, demo, playbook }: Record<'goals' | 'demo' | 'playbook', boolean | undefined>) {
  const parts = [
    { name: 'Goals', there: goals },
    { name: 'Demo', there: demo },
    { name: 'Playbook', there: playbook },
  ];
  return (
    <Notice title="Next step">
      select relevant goals, add at least one demo, and pick at least one playbook to allow for ranking
      <Flex as="ul" role="list" listStyleType="none" gap="2" wrap="wrap" mt="3">
        {parts.map(({ name, there }) => (
          <Box as="li" key={name} visibility={there === undefined ? 'hidden' : undefined}>
            {/* As wide in either state, so that none moves another when its answer arrives. */}
            <InPlaceOf other={<Part name={name} there={!there} />}>
              <Part name={name} there={there === true} />
            </InPlaceOf>
          </Box>
        ))}
      </Flex>
    </Notice>
  );
}

const Part = ({ name, there }: { name: string; there: boolean }) => (
  <Badge colorPalette={there ? 'success' : 'neutral'} variant={there ? 'solid' : 'outline'} justifyContent="center">
    {name}: {there ? 'done' : 'to do'}
  </Badge>
);
