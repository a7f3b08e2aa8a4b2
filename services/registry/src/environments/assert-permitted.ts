import type { AppError } from '@site/platform/errors';
import type { Command } from '@site/release-model/commands';
import { describeFrozen, type Frozen, type Rules, verdict } from '@site/release-model/rules';
import { registryError } from '../errors';

/**
 * What a command is decided for. `try` says what would be, and changes nothing of what is live or on record; edges prepare for it. `propose` is a try
 * of what others are to approve: neither a lock, a freeze nor a missing approval holds it back.
 */
export type Purpose = 'carry-out' | 'try' | 'propose';

export interface Attempt {
  environment: string;
  command: Command;
  reason: string | null;
  /** Whether a program of ours acts, which has no reasons of its own. */
  isProgram: boolean;
  /** Whether the caller may break a freeze, and does. */
  isForced: boolean;
  /** Who has approved it. */
  approvedBy: readonly string[];
  purpose: Purpose;
  /** Is told of a freeze; what it throws refuses the command. */
  onFreeze: (refusal: AppError) => void;
}

/**
 * Holds a command against the rules of its environment.
 * @returns Whether a freeze was broken for it.
 * @throws AppError `reason-needed`, `approval-needed`, or whatever `onFreeze` throws.
 */
export function assertPermitted(rules: Rules, attempt: Attempt, now: Date): boolean {
  if (rules.requireReason && attempt.reason === null && !attempt.isProgram && attempt.purpose === 'carry-out')
    throw registryError('reason-needed');
  const found = verdict(rules, attempt.command, now);
  const isBroken = found.kind === 'frozen' && attempt.isForced;
  if (found.kind === 'frozen' && !isBroken) attempt.onFreeze(frozen(attempt.environment, found));
  const needed = approvalsNeeded(rules, attempt.command, now);
  if (attempt.purpose !== 'propose' && attempt.approvedBy.length < needed) throw approvalNeeded(attempt.environment, needed);
  return isBroken;
}

/** How many people must approve a command, whether it is frozen or not. */
export function approvalsNeeded(rules: Rules, command: Command, now: Date): number {
  const found = verdict({ ...rules, freezes: [] }, command, now);
  return found.kind === 'needs-approvals' ? found.approvals : 0;
}

function frozen(environment: string, found: Frozen) {
  const { until, reason } = found;
  return registryError('environment-frozen', {
    message: describeFrozen(environment, found),
    details: { until: until?.toISOString() ?? null, reason },
  });
}

function approvalNeeded(environment: string, approvals: number) {
  const people = approvals === 1 ? 'one other person' : `${approvals} other people`;
  return registryError('approval-needed', {
    message: `In ${environment} this needs the approval of ${people}. Propose the command, with a reason, and ask them to approve it.`,
    details: { approvals, propose: `/environments/${environment}/proposals` },
  });
}
