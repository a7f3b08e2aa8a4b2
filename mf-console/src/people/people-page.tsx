import type { Whoami } from '@site/release-model/registry-answers';
import { Stack } from '@site/ui';
import { ConsolePage } from '../frame/console-page';
import { GrantsSection } from './grants-section';
import { TeamsSection } from './teams-section';

export default function PeoplePage() {
  return (
    <ConsolePage title="Teams and grants" hasEnvironment={false}>
      {(person) => <People person={person} />}
    </ConsolePage>
  );
}

function People({ person }: { person: Whoami }) {
  return (
    <Stack gap={{ base: '10', md: '12' }}>
      <TeamsSection person={person} />
      <GrantsSection person={person} />
    </Stack>
  );
}
