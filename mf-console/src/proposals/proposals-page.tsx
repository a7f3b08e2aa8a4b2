import { useState } from 'react';
import type { Proposal, Whoami } from '@site/release-model/registry-answers';
import { Box, EmptyState, Stack, TextLink } from '@site/ui';
import { ALL_PARAMETER, consoleAddress, useEnvironment } from '../addresses';
import { type RefusedItem, RefusalOfGone } from '../display/refusal-of-gone';
import { ConsolePage } from '../frame/console-page';
import { AnsweredList } from '../listing/answered-list';
import { PROPOSALS_PAGE, registryApi } from '../registry/registry.api';
import { useSearchParams } from '../search-params';
import { Outcome } from './outcome';
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
  const [closed, setClosed] = useState<Proposal | null>(null);
  const [refused, setRefused] = useState<RefusedItem | null>(null);
  function tell(reviewed: Proposal | RefusedItem) {
    setRefused('failure' in reviewed ? reviewed : null);
    setClosed('failure' in reviewed ? null : reviewed);
  }
  return (
    <Stack gap="5" maxW="4xl">
      <TextLink
        to={showsAll ? consoleAddress('proposals', environment) : consoleAddress('proposals', environment, { [ALL_PARAMETER]: '' })}
        alignSelf="flex-start"
      >
        {showsAll ? 'Show only open ones' : 'Show those that were closed, too'}
      </TextLink>
      <Box>
        <Outcome proposal={closed} mb="5" />
        <RefusalOfGone what="Proposal" refused={refused} listed={proposals.data?.filter(({ state }) => state === 'open')} />
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
                  <ProposalCard
                    proposal={proposal}
                    person={person}
                    failure={refused?.id === proposal.id ? refused.failure : null}
                    onReviewed={tell}
                  />
                </li>
              ))}
            </Stack>
          )}
        </AnsweredList>
      </Box>
    </Stack>
  );
}
