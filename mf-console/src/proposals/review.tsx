/** What somebody can do about a proposal; once it is closed, what became of it, in the same place. */
import { useState } from 'react';
import { describeEndedPlan } from '@site/release-model/ended-plan-text';
import type { Proposal, Whoami } from '@site/release-model/registry-answers';
import { Box, Button, Flex, Text } from '@site/ui';
import { Field, Input } from '@site/ui/form';
import { ConfirmButton } from '../asking/confirm-button';
import { FailureNotice } from '../display/failure-notice';
import { exactTime } from '../display/moment';
import { briefly, type Failure } from '../registry/failure';
import { registryApi, type ReviewRequest } from '../registry/registry.api';
import { describeSteps } from './describe-steps';

type ReviewAct = ReviewRequest['act'];

const WORDS: Record<ReviewAct, string> = { approve: 'Approve', reject: 'Reject', withdraw: 'Withdraw' };

/**
 * Nobody approves what they proposed themselves, or twice, unless it has all that it needs: then that carries it out. Whoever sees a name that is
 * theirs is offered to withdraw; the registry decides either way.
 */
function actsOf({ proposedBy, approvals, approvalsNeeded }: Proposal, { name, verbs }: Whoami): ReviewAct[] {
  if (proposedBy === name) return ['withdraw'];
  if (!verbs.includes('approve')) return [];
  return approvals.length < approvalsNeeded && approvals.some(({ by }) => by === name) ? ['reject'] : ['approve', 'reject'];
}

interface ReviewProps {
  proposal: Proposal;
  person: Whoami;
  /** Why nothing can be done about it any more: a sentence, or null while it is open. */
  over: string | null;
  /** Told the proposal as it is then. */
  onReviewed: (reviewed: Proposal) => void;
}

export function Review({ proposal, person, over, onReviewed }: ReviewProps) {
  const { id } = proposal;
  const [review, { isLoading }] = registryApi.useConsoleReviewMutation();
  const [reason, setReason] = useState('');
  const [isSent, setIsSent] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const acts = actsOf(proposal, person);
  if (acts.length === 0) return over !== null && <Text textStyle="sm">{over}</Text>;

  async function decide(act: ReviewAct) {
    if (isLoading) return {};
    const carryOut = act === 'approve' ? { carryOut: isLastApproval(proposal) } : {};
    const { data, error } = await review({ id, act, ...(reason.trim() !== '' && { reason: reason.trim() }), ...carryOut });
    setFailure(error ?? null);
    setIsSent(data !== undefined);
    if (data) onReviewed(data);
    return { error };
  }

  return (
    <Box>
      {failure && (
        <Box mb="4">
          <FailureNotice failure={failure} />
        </Box>
      )}
      {/* Takes its place also where there is nothing to read in it: what stands below does not move under a pointer. */}
      <Box maxW="md" {...(over !== null && reason === '' && { visibility: 'hidden' })}>
        <Field label="Your reason" optional>
          <Input value={reason} maxLength={500} readOnly={over !== null} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </Box>
      <Flex gap="2" wrap="wrap" align="center" minH="9">
        {over !== null && <Text textStyle="sm">{over}</Text>}
        {over !== null && reason !== '' && !isSent && <Text textStyle="sm">Your reason was not sent.</Text>}
        {over === null &&
          acts.map((act) =>
            act === 'approve' && isLastApproval(proposal) ? (
              <ConfirmButton
                key={act}
                title={`Approve ${id} and carry it out`}
                colorPalette="accent"
                meaning={meaningOf(proposal)}
                done={`Proposal ${id} is approved.`}
                act={() => decide(act)}
              >
                {`Approve ${id}`}
              </ConfirmButton>
            ) : (
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
            ),
          )}
      </Flex>
    </Box>
  );
}

const isLastApproval = ({ approvals, approvalsNeeded }: Proposal): boolean => approvals.length + 1 >= approvalsNeeded;

/** What the last approval carries out. */
function meaningOf({ environment, command, changes, endsPlans, plan, approvals, approvalsNeeded }: Proposal): string {
  const what = plan
    ? `becomes a plan of ${environment}, ${describeSteps(plan.steps)}${plan.startsAt === null ? '' : `, from ${exactTime(plan.startsAt)}`}`
    : `${command.kind} is carried out in ${environment} at once`;
  const ends = (endsPlans ?? []).map((ended) => ` This ends ${describeEndedPlan(ended)}.`).join('');
  const when = approvals.length < approvalsNeeded ? 'With this approval it' : 'It';
  return `${when} has all that it needs: ${what}: ${changes.map(briefly).join(', ')}.${ends}`;
}
