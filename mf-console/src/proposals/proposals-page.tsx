import type { Whoami } from '@site/release-model/registry-answers';
import { EmptyState, Stack, TextLink } from '@site/ui';
import { consoleAddress, useEnvironment } from '../addresses';
import { Answered } from '../display/answered';
import { ConsolePage } from '../frame/console-page';
import { registryApi } from '../registry/registry.api';
import { useSearchParams } from '../search-params';
import { ProposalCard } from './proposal-card';

export default function ProposalsPage() {
  return <ConsolePage title="Proposals">{(person) => <Proposals person={person} />}</ConsolePage>;
}

const ALL = 'all';

function Proposals({ person }: { person: Whoami }) {
  const environment = useEnvironment();
  const showsAll = useSearchParams()[0].has(ALL);
  const proposals = registryApi.useConsoleProposalsQuery(showsAll ? {} : { state: 'open' }, { pollingInterval: 5_000 });
  return (
    <Stack gap="5" maxW="4xl">
      <TextLink
        to={showsAll ? consoleAddress('proposals', environment) : consoleAddress('proposals', environment, { [ALL]: '' })}
        alignSelf="flex-start"
      >
        {showsAll ? 'Show only open ones' : 'Show those that were closed, too'}
      </TextLink>
      <Answered answer={proposals} what="the proposals">
        {(all) => {
          const shown = all.filter((proposal) => proposal.environment === environment);
          return shown.length === 0 ? (
            <EmptyState title={showsAll ? `Nothing was proposed for ${environment} yet` : `Nothing waits for approval in ${environment}`} />
          ) : (
            <Stack as="ul" role="list" listStyleType="none" ps="0" gap="5">
              {shown.map((proposal) => (
                <li key={proposal.id}>
                  <ProposalCard proposal={proposal} person={person} />
                </li>
              ))}
            </Stack>
          );
        }}
      </Answered>
    </Stack>
  );
}
