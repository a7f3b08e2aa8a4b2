import { useDeferredValue, useState } from 'react';
import type { Grant, Team, Whoami } from '@site/release-model/registry-answers';
import { Box, EmptyState, Heading, SimpleGrid, Text } from '@site/ui';
import { OneLineForm } from '../editing/one-line-form';
import { AnsweredList } from '../listing/answered-list';
import { peopleApi } from '../registry/people.api';
import { TeamCard } from './team-card';

/** Whoever is in a team may do what is granted to it. */
export function TeamsSection({ person }: { person: Whoami }) {
  const teams = peopleApi.useConsoleTeamsQuery(undefined);
  const { data: grants = [] } = useDeferredValue(peopleApi.useConsoleGrantsQuery(undefined));
  return (
    <Box as="section" aria-labelledby="teams">
      <Heading as="h2" id="teams" size="xl" mb="2">
        Teams
      </Heading>
      <Text color="fg.muted" mb="4">
        Whoever is in a team may do what is granted to it. The parts of a team are those whose releases name it.
      </Text>
      <AnsweredList answer={teams} what="the teams" empty={<EmptyState title="There is no team yet" />}>
        {(all) => (
          <SimpleGrid as="ul" role="list" listStyleType="none" ps="0" columns={{ base: 1, md: 2 }} gap="5">
            {all.map((team) => (
              <li key={team.name}>
                <TeamCard team={team} grants={grantsTo(team, grants)} person={person} />
              </li>
            ))}
          </SimpleGrid>
        )}
      </AnsweredList>
      {person.verbs.includes('admin') && <NewTeam />}
    </Box>
  );
}

const grantsTo = ({ name }: Team, grants: readonly Grant[]): Grant[] =>
  grants.filter(({ state, holder }) => state === 'valid' && holder.kind === 'team' && holder.name === name);

function NewTeam() {
  const [made, setMade] = useState<string | null>(null);
  const [create] = peopleApi.useConsoleCreateTeamMutation();
  return (
    <Box maxW="md" mt="6">
      <OneLineForm
        aria-label="A new team"
        label="A new team"
        help="Such as elevate. Releases name the team of their part in their build."
        missing="Give it a name"
        ofLine={['team-exists']}
        doIt="Make the team"
        send={(name) => {
          setMade(null);
          return create({ name });
        }}
        onDone={setMade}
      />
      <Text role="status" textStyle="sm" mt="2">
        {made !== null && `${made} is made. Nobody is in it yet.`}
      </Text>
    </Box>
  );
}
