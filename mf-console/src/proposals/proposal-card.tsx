import { useState } from 'react';
import { percent } from '@site/release-model/changes';
import { describeEndedPlan } from '@site/release-model/ended-plan-text';
import type { Step } from '@site/release-model/plan';
import type { Proposal, Whoami } from '@site/release-model/registry-answers';
import { Badge, Box, Button, Card, Flex, Notice, Text } from '@site/ui';
import { Field, Input } from '@site/ui/form';
import { ChangesList } from '../display/changes-list';
import { FailureNotice } from '../display/failure-notice';
import { exactTime, Moment } from '../display/moment';
import type { RefusedItem } from '../display/refusal-of-gone';
import type { Failure } from '../registry/failure';
import { registryApi } from '../registry/registry.api';

type ReviewAct = 'approve' | 'reject' | 'withdraw';

const WORDS: Record<ReviewAct, string> = { approve: 'Approve', reject: 'Reject', withdraw: 'Withdraw' };
const PALETTES: Record<string, string> = { open: 'info', 'carried-out': 'success', rejected: 'danger' };

interface ProposalCardProps {
  proposal: Proposal;
  person: Whoami;
  /** Of the last review of this proposal. */
  failure: Failure | null;
  /** Told the proposal as it is then, or why it is as it was. The card may be gone: what is closed leaves the list. */
  onReviewed: (reviewed: Proposal | RefusedItem) => void;
}

/** Nobody approves what they proposed themselves, or twice. Whoever sees a name that is theirs is offered to withdraw; the registry decides either way. */
export function ProposalCard({ proposal, person, ...review }: ProposalCardProps) {
  const { id, state, proposedBy, proposedAt, expiresAt, reason, changes, approvals, approvalsNeeded, closed, revision, plan } = proposal;
  const hasApproved = approvals.some(({ by }) => by === person.name);
  const acts: ReviewAct[] = proposedBy === person.name ? ['withdraw'] : hasApproved ? ['reject'] : ['approve', 'reject'];
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
          {state === 'open' && `${approvals.length} of ${approvalsNeeded} approvals.`}
          {closed && `Closed by ${closed.by}${closed.reason ? `: ${closed.reason}` : ''}.`}
          {revision !== null && ` It became revision ${revision}.`}
          {plan && plan.id !== null && ` It became plan ${plan.id}.`}
          {state === 'carried-out' && proposal.endsPlans?.map((ended) => ` It ended ${describeEndedPlan(ended)}.`)}
        </Text>
        {state === 'open' && (person.verbs.includes('approve') || acts.includes('withdraw')) && <Review id={id} acts={acts} {...review} />}
      </Card.Body>
    </Card.Root>
  );
}

/** `5% for 10 minutes, 25% until continued, then 100%` */
function describeSteps(steps: readonly Step[]): string {
  const lasting = steps
    .slice(0, -1)
    .map(({ basisPoints, minutes }) => `${percent(basisPoints)} ${minutes === null ? 'until continued' : `for ${minutes} minutes`}`);
  return [...lasting, `${lasting.length > 0 ? 'then ' : ''}100%`].join(', ');
}

function Review({ id, acts, failure, onReviewed }: { id: number; acts: ReviewAct[] } & Pick<ProposalCardProps, 'failure' | 'onReviewed'>) {
  const [review, { isLoading }] = registryApi.useConsoleReviewMutation();
  const [reason, setReason] = useState('');
  async function decide(act: ReviewAct) {
    if (isLoading) return;
    const { data, error } = await review({ id, act, ...(reason.trim() !== '' && { reason: reason.trim() }) });
    onReviewed(data ?? { id, failure: error ?? {} });
  }
  return (
    <Box>
      {failure && (
        <Box mb="4">
          <FailureNotice failure={failure} />
        </Box>
      )}
      <Box maxW="md">
        <Field label="Your reason" optional>
          <Input value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </Box>
      <Flex gap="2" wrap="wrap">
        {acts.map((act) => (
          <Button
            key={act}
            size="sm"
            variant={act === 'approve' ? 'solid' : 'outline'}
            {...(act === 'reject' && { colorPalette: 'danger' })}
            aria-disabled={isLoading}
            onClick={() => void decide(act)}
          >
            {`${WORDS[act]} ${id}`}
          </Button>
        ))}
      </Flex>
    </Box>
  );
}
