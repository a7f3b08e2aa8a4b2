import type { Whoami } from '@site/release-model/registry-answers';
import { EmptyState, Stack, TextLink } from '@site/ui';
import { ALL_PARAMETER, consoleAddress, useEnvironment } from '../addresses';
import { ConsolePage } from '../frame/console-page';
import { AnsweredList } from '../listing/answered-list';
import { PROPOSALS_PAGE, registryApi } from '../registry/registry.api';
import { useSearchParams } from '../search-params';
import { ProposalCard } from './proposal-card';

export default function ProposalsPage() {
  return <ConsolePage title="Proposals">{(person) => <Proposals person={person} />}</ConsolePage>;
}

function Proposals({ person }: { person: Whoami }) {
  const environment = useEnvironment();
  const [parameters] = useSearchParams();
  const showsAll = parameters.has(ALL_PARAMETER);
  const before = Number(parameters.get('before')) || undefined;
  const proposals = registryApi.useConsoleProposalsQuery({ state: showsAll ? undefined : 'open', environment, before });
  return (
    <Stack gap="5" maxW="4xl">
      <TextLink
        to={showsAll ? consoleAddress('proposals', environment) : consoleAddress('proposals', environment, { [ALL_PARAMETER]: '' })}
        alignSelf="flex-start"
      >
        {showsAll ? 'Show only open ones' : 'Show those that were closed, too'}
      </TextLink>
      <AnsweredList
        answer={proposals}
        what="the proposals"
        paging={{ size: PROPOSALS_PAGE, placeAfter: ({ id }) => String(id) }}
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
