/** What others are told of an entry of the audit. */
import type { EventKind } from '@site/release-model/event-kinds';
import { causeSchema } from '@site/release-model/revision';
import type { RegistryEvent } from '../events/event';
import type { AuditEntry } from './audit.repository';

/** A revision is told of beside these. */
const KINDS: Partial<Record<AuditEntry['action'], EventKind>> = {
  publish: 'release.published',
  yank: 'release.yanked',
  restore: 'release.restored',
  collect: 'release.collected',
  plan: 'plan.created',
  'begin-plan': 'plan.begun',
  'hold-plan': 'plan.held',
  'pause-plan': 'plan.paused',
  'resume-plan': 'plan.resumed',
  'continue-plan': 'plan.continued',
  'abort-plan': 'plan.aborted',
  propose: 'proposal.opened',
  approve: 'proposal.approved',
  reject: 'proposal.rejected',
  withdraw: 'proposal.withdrawn',
  stale: 'proposal.stale',
  'create-environment': 'environment.created',
  'remove-environment': 'environment.removed',
  lock: 'environment.locked',
  unlock: 'environment.unlocked',
  rules: 'environment.rules-changed',
};

const CAUSES: ReadonlySet<string> = new Set(causeSchema.options);

export function eventsOf(entry: AuditEntry): RegistryEvent[] {
  const { actor, action, subject = null, reason = null, details = null } = entry;
  const kind = KINDS[action];
  // Releases are the same in all environments, and so is what becomes of them.
  const environment = kind?.startsWith('release.') ? null : (entry.environment ?? null);
  const common = { actor, subject, reason, details };
  return [
    ...(kind ? [{ ...common, kind, environment, revision: null }] : []),
    ...(entry.toRevision !== undefined && CAUSES.has(action) ? [appended(entry, entry.toRevision, common)] : []),
  ];
}

const appended = (
  { action, environment, fromRevision }: AuditEntry,
  number: number,
  common: Pick<RegistryEvent, 'actor' | 'subject' | 'reason' | 'details'>,
): RegistryEvent => ({
  ...{ ...common, kind: 'revision.appended', environment: environment ?? null },
  revision: { number, before: fromRevision ?? null, cause: action },
});
