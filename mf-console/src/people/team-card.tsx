import type { Grant, Team, Whoami } from '@site/release-model/registry-answers';
import { Card, Flex, Stack, Text } from '@site/ui';
import { ConfirmButton } from '../asking/confirm-button';
import { OneLineForm } from '../editing/one-line-form';
import { peopleApi } from '../registry/people.api';
import { describeGrant } from './describe-grant';
import { notManaged } from './managing';

interface TeamCardProps {
  team: Team;
  /** Valid ones that are granted to it. */
  grants: Grant[];
  person: Whoami;
}

/** Who joins a team gets what is granted to it, so whoever changes it manages all of that. */
export function TeamCard({ team: { name, members, parts }, grants, person }: TeamCardProps) {
  const mayManage = person.verbs.includes('admin');
  const outside = grants.map((grant) => notManaged(person, grant)).find((words) => words !== null);
  const mayChange = mayManage && outside === undefined;
  return (
    <Card.Root as="article" size="sm" h="full" aria-label={`Team ${name}`}>
      <Card.Body>
        <Card.Title as="h3">{name}</Card.Title>
        <Text textStyle="sm" color="fg.muted">
          {parts.length === 0 ? 'No part is its own.' : `Its parts: ${parts.join(', ')}.`}
        </Text>
        {grants.length === 0 ? (
          <Text textStyle="sm">Nothing is granted to it.</Text>
        ) : (
          <Stack as="ul" role="list" listStyleType="none" ps="0" gap="1" textStyle="sm" aria-label={`Granted to ${name}`}>
            {grants.map((grant) => (
              <li key={grant.id}>{describeGrant(grant)}</li>
            ))}
          </Stack>
        )}
        {members.length === 0 ? (
          <Text textStyle="sm">Nobody is in it.</Text>
        ) : (
          <Stack as="ul" role="list" listStyleType="none" ps="0" gap="2" aria-label={`Members of ${name}`}>
            {members.map((handle) => (
              <Flex as="li" key={handle} justify="space-between" align="center" gap="3" wrap="wrap">
                <Text as="span" fontWeight="semibold" overflowWrap="anywhere">
                  {handle}
                </Text>
                {mayChange && <TakeOut team={name} handle={handle} />}
              </Flex>
            ))}
          </Stack>
        )}
        {mayManage && outside !== undefined && (
          <Text textStyle="sm" color="fg.muted">
            {`You do not manage ${outside}, which is granted to this team, so others change who is in it.`}
          </Text>
        )}
        {mayChange && <NewMember team={name} />}
      </Card.Body>
    </Card.Root>
  );
}

function NewMember({ team }: { team: string }) {
  const [add] = peopleApi.useConsoleAddMemberMutation();
  return (
    <OneLineForm
      aria-label={`A new member of ${team}`}
      label="Add by handle"
      missing="Name somebody"
      ofLine={['person-not-found']}
      doIt={`Add to ${team}`}
      input={{ autoCapitalize: 'off', spellCheck: false }}
      send={(handle) => add({ team, handle })}
    />
  );
}

function TakeOut({ team, handle }: { team: string; handle: string }) {
  const [remove] = peopleApi.useConsoleRemoveMemberMutation();
  return (
    <ConfirmButton
      title={`Take out of ${team}: ${handle}`}
      meaning={`What is granted to the team does not count for ${handle} from now on.`}
      done={`${handle} is not in ${team} any more.`}
      asksWhy="optional"
      act={(reason) => remove({ team, handle, reason })}
    >
      Take out
    </ConfirmButton>
  );
}
