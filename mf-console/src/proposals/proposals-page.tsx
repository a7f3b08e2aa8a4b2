import type { Whoami } from '@site/release-model/registry-answers';
import { EmptyState, Stack, TextLink } from '@site/ui';
import { consoleAddress, useEnvironment } from '../addresses';
import { ConsolePage } from '../frame/console-page';
import { AnsweredList } from '../listing/answered-list';
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
  const proposals = registryApi.useConsoleProposalsQuery(showsAll ? {} : { state: 'open' });
  return (
    <Stack gap="5" maxW="4xl">
      <TextLink
        to={showsAll ? consoleAddress('proposals', environment) : consoleAddress('proposals', environment, { [ALL]: '' })}
        alignSelf="flex-start"
      >
        {showsAll ? 'Show only open ones' : 'Show those that were closed, too'}
      </TextLink>
      <AnsweredList
        answer={{ ...proposals, data: proposals.data?.filter((proposal) => proposal.environment === environment) }}
        what="the proposals"
        empty={
          <EmptyState title={showsAll ? `Nothing was proposed for ${environment} yet` : `Nothing waits for approval in ${environment}`} />
        }
      >
        {(shown) => (
          <Stack as="ul" role="list" listStyleType="none" ps="0" gap="5">
            {shown.map((proposal) => (
              <li key={proposal.id}>
                <ProposalCard proposal={proposal} person={person} />
              </li>
            ))}
          </Stack>
        )}
      </AnsweredList>
    </Stack>
  );
}
