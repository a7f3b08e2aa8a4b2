import type { Grant, Team } from '@site/release-model/registry-answers';
import { Box, Heading, Stack, Text, TextLink } from '@site/ui';
import { consoleAddress } from '../addresses';
import { Answered } from '../display/answered';
import { exactTime } from '../display/moment';
import { covers } from '../display/names';
import { peopleApi } from '../registry/people.api';

/** What a role lets its holders do with a part, in the order in which a release gets it done. */
const DUTIES = [
  ['publisher', 'Publish'],
  ['releaser', 'Promote and roll back'],
  ['approver', 'Approve'],
  ['admin', 'Manage tokens and grants'],
] as const;

/** Who may ship a part in an environment, by their grants. Tokens of machines are listed under Tokens. */
export function Shippers({ environment, part }: { environment: string; part: string }) {
  const grants = peopleApi.useConsoleGrantsQuery(undefined);
  const { data: teams = [] } = peopleApi.useConsoleTeamsQuery(undefined);
  return (
    <Box as="section" aria-labelledby="shippers">
      <Heading as="h2" id="shippers" size="xl" mb="2">
        Who may ship it
      </Heading>
      <Text color="fg.muted" mb="4">
        {`By what is granted to people, in ${environment}. `}
        <TextLink to={consoleAddress('people', environment)}>Teams and grants</TextLink>
      </Text>
      <Answered answer={grants} what="the grants">
        {(all) => {
          const valid = all.filter((grant) => grant.state === 'valid' && covers(grant.parts, part));
          return (
            <Stack as="dl" gap="3" maxW="3xl">
              {DUTIES.map(([role, label]) => (
                <Duty
                  key={role}
                  label={label}
                  grants={valid.filter((grant) => grant.role === role && isThere(grant, environment))}
                  teams={teams}
                />
              ))}
            </Stack>
          );
        }}
      </Answered>
    </Box>
  );
}

function Duty({ label, grants, teams }: { label: string; grants: Grant[]; teams: Team[] }) {
  return (
    <Box display={{ md: 'grid' }} gridTemplateColumns={{ md: '14rem minmax(0, 1fr)' }} gap="3">
      <Text as="dt" fontWeight="semibold">
        {label}
      </Text>
      <Box as="dd">
        {grants.length === 0 ? (
          <Text color="fg.muted">nobody by a grant</Text>
        ) : (
          grants.map((grant) => <Text key={grant.id}>{describe(grant, teams)}</Text>)
        )}
      </Box>
    </Box>
  );
}

/** A release is published for all environments, so where a grant to publish holds makes no difference. */
const isThere = ({ role, environments }: Grant, environment: string): boolean => role === 'publisher' || covers(environments, environment);

function describe({ holder: { kind, name }, expiresAt }: Grant, teams: readonly Team[]): string {
  const members = kind === 'team' ? (teams.find((team) => team.name === name)?.members ?? []) : [];
  const who = kind === 'person' ? (name ?? 'somebody without a handle') : `${kind} ${name}`;
  return `${who}${members.length > 0 ? `: ${members.join(', ')}` : ''}${expiresAt === null ? '' : `, until ${exactTime(expiresAt)}`}`;
}
