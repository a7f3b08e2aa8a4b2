import { Box, Heading, Stack, Text, TextLink } from '@site/ui';
import { consoleAddress } from '../addresses';
import { Answered } from '../display/answered';
import { Moment } from '../display/moment';
import { registryApi } from '../registry/registry.api';

/** What waits for somebody: proposals, and plans that are under way. */
export function WaitingWork({ environments }: { environments: string[] }) {
  const proposals = registryApi.useConsoleProposalsQuery({ state: 'open' });
  return (
    <Box as="section" aria-labelledby="waiting">
      <Heading as="h2" id="waiting" size="xl" mb="4">
        Under way
      </Heading>
      <Answered answer={proposals} what="the proposals">
        {(open) => (
          <Stack gap="2">
            {open.length === 0 && <Text color="fg.muted">Nothing waits for approval.</Text>}
            {open.map(({ id, environment, proposedBy, proposedAt, reason, approvals, approvalsNeeded }) => (
              <Text key={id}>
                <TextLink to={consoleAddress('proposals', environment)}>{`Proposal ${id}`}</TextLink>
                {` for ${environment} by ${proposedBy}, ${approvals.length} of ${approvalsNeeded} approvals: ${reason}, `}
                <Moment at={proposedAt} />
              </Text>
            ))}
            {environments.map((environment) => (
              <PlansLine key={environment} environment={environment} />
            ))}
          </Stack>
        )}
      </Answered>
    </Box>
  );
}

function PlansLine({ environment }: { environment: string }) {
  const { data: plans = [] } = registryApi.useConsolePlansQuery({ environment, unfinished: true });
  return plans.map(({ id, state, step, steps, releases }) => (
    <Text key={id}>
      <TextLink to={consoleAddress('plans', environment)}>{`Plan ${id}`}</TextLink>
      {` for ${environment}: ${Object.entries(releases)
        .map(([name, { version }]) => `${name} ${version}`)
        .join(', ')}, ${state}, step ${step} of ${steps.length}`}
    </Text>
  ));
}
