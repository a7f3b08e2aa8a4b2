import { useState } from 'react';
import { describeEndedPlan } from '@site/release-model/ended-plan-text';
import type { Proposal, Whoami } from '@site/release-model/registry-answers';
import { Badge, Card, Flex, Notice, Text } from '@site/ui';
import { ChangesList } from '../display/changes-list';
import { exactTime, Moment } from '../display/moment';
import { registryApi } from '../registry/registry.api';
import { describeSteps } from './describe-steps';
import { Outcome } from './outcome';
import { Review } from './review';

const PALETTES: Record<string, string> = { open: 'info', 'carried-out': 'success', rejected: 'danger' };

const WORDS = { 'carried-out': 'Carried out with the last approval', rejected: 'Rejected', withdrawn: 'Withdrawn' } as const;

interface ProposalCardProps {
  /** As the list has it, or had it last. */
  proposal: Proposal;
  /** Whether the list has it still. */
  isListed: boolean;
  person: Whoami;
}

/** What is closed while it is looked at says so in its place. */
export function ProposalCard({ proposal: listed, isListed, person }: ProposalCardProps) {
  const [closedHere, setClosedHere] = useState<Proposal | null>(null);
  const [wasOpen] = useState(listed.state === 'open');
  const gone = registryApi.useConsoleProposalQuery(listed.id, { skip: isListed || closedHere !== null });
  const proposal = closedHere ?? (isListed ? listed : (gone.data ?? listed));
  const { id, state, proposedBy, proposedAt, expiresAt, reason, changes, approvals, approvalsNeeded, closed, revision, plan } = proposal;
  const isKnown = isListed || closedHere !== null || gone.data !== undefined;
  return (
    <Card.Root as="article" size="sm" aria-label={`Proposal ${id}`}>
      <Card.Body>
        <Flex gap="3" align="center" wrap="wrap">
          <Card.Title as="h2">{`Proposal ${id}`}</Card.Title>
          <Badge colorPalette={PALETTES[state] ?? 'neutral'} role="status">
            {state}
          </Badge>
        </Flex>
        <Text>{reason}</Text>
        <Text textStyle="sm" color="fg.muted">
          {`${proposal.command.kind} by ${proposedBy}, `}
          <Moment at={proposedAt} />
          {state === 'open' && (
            <>
              {', expires '}
              <Moment at={expiresAt} />
            </>
          )}
        </Text>
        {plan && (
          <Text textStyle="sm">{`By a plan: ${describeSteps(plan.steps)}${plan.startsAt === null ? '' : `, from ${exactTime(plan.startsAt)}`}.`}</Text>
        )}
        <ChangesList changes={changes} />
        {state === 'open' &&
          proposal.endsPlans?.map((ended) => <Notice key={ended.id} status="warning" title={`This ends ${describeEndedPlan(ended)}`} />)}
        <Text textStyle="sm">
          {approvals.length === 0 ? '' : `Approved by ${approvals.map(({ by }) => by).join(', ')}. `}
          {state === 'open' && `${approvals.length} of ${approvalsNeeded} ${approvalsNeeded === 1 ? 'approval' : 'approvals'}.`}
          {closed && !wasOpen && `Closed by ${closed.by}${closed.reason ? `: ${closed.reason}` : ''}.`}
          {revision !== null && ` It became revision ${revision}.`}
          {plan && plan.id !== null && ` It became plan ${plan.id}.`}
          {state === 'carried-out' && proposal.endsPlans?.map((ended) => ` It ended ${describeEndedPlan(ended)}.`)}
        </Text>
        {wasOpen && (
          <Review
            proposal={proposal}
            person={person}
            over={isKnown ? becameOf(proposal) : gone.isError ? LOST : 'It has left the list.'}
            onReviewed={(reviewed) => reviewed.state !== 'open' && setClosedHere(reviewed)}
          />
        )}
        <Outcome proposal={closedHere} />
      </Card.Body>
    </Card.Root>
  );
}

const LOST = 'It has left the list. What became of it cannot be said at the moment.';

/** Null while it is open. */
function becameOf({ state, closed }: Proposal): string | null {
  if (state === 'open') return null;
  const by = closed ? ` ${state === 'carried-out' ? 'of' : 'by'} ${closed.by}` : '';
  if (state === 'stale' || state === 'expired') return `It is ${state}.`;
  return `${WORDS[state]}${by}${closed?.reason ? `: ${closed.reason}` : '.'}`;
}
