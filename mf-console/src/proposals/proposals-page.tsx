import type { Proposal, Whoami } from '@site/release-model/registry-answers';
import { EmptyState, Stack, TextLink } from '@site/ui';
import { ALL_PARAMETER, consoleAddress, useEnvironment } from '../addresses';
import { ConsolePage } from '../frame/console-page';
import { AnsweredList } from '../listing/answered-list';
import { KeptCards } from '../listing/kept-cards';
import { PROPOSALS_PAGE, registryApi } from '../registry/registry.api';
import { useSearchParams } from '../search-params';
import { ProposalCard } from './proposal-card';

export default function ProposalsPage() {
  const environment = useEnvironment();
  return (
    <ConsolePage title="Proposals">{(person) => <Proposals key={environment} environment={environment} person={person} />}</ConsolePage>
  );
}

function Proposals({ environment, person }: { environment: string; person: Whoami }) {
  const [parameters] = useSearchParams();
  const showsAll = parameters.has(ALL_PARAMETER);
  const before = Number(parameters.get('before')) || undefined;
  const proposals = registryApi.useConsoleProposalsQuery({ state: showsAll ? undefined : 'open', environment, before });
  const empty = (
    <EmptyState title={showsAll ? `Nothing was proposed for ${environment} yet` : `Nothing waits for approval in ${environment}`} />
  );
  const cards = (rows: Proposal[]) => (
    <KeptCards rows={rows} address={`${showsAll} ${before}`} empty={empty}>
      {(proposal, isListed) => <ProposalCard proposal={proposal} person={person} isListed={isListed} />}
    </KeptCards>
  );
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
        empty={cards(NONE)}
      >
        {cards}
      </AnsweredList>
    </Stack>
  );
}

const NONE: Proposal[] = [];
