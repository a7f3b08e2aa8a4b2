import type { Proposal } from '@site/release-model/registry-answers';
import { Box, Notice, TextLink } from '@site/ui';
import { CarriedOut } from '../acting/carried-out';
import { consoleAddress } from '../addresses';

/** What comes of a proposal that was carried out here. Without one it waits to be read out. */
export const Outcome = ({ proposal }: { proposal: Proposal | null }) => <Box role="status">{proposal && contentOf(proposal)}</Box>;

function contentOf({ environment, revision, plan, endsPlans }: Proposal) {
  if (revision !== null) return <CarriedOut environment={environment} revision={{ number: revision, endsPlans }} />;
  if (!plan || plan.id === null) return null;
  return (
    <Notice status="success" title={`It is plan ${plan.id}`}>
      How far it has come stands under <TextLink to={consoleAddress('plans', environment)}>Plans</TextLink>.
    </Notice>
  );
}
