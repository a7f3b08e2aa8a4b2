import type { Db } from '@site/platform/database';
import type { Cause } from '@site/release-model/revision';
import { desc, lt } from 'drizzle-orm';
import { emit } from '../events/emit';
import { audit } from '../tables';
import { eventsOf } from './events-of';

/** What people, and plans by themselves, do to plans. What a plan makes live is audited as the command that it is. */
export type PlanAction = 'plan' | 'pause-plan' | 'resume-plan' | 'continue-plan' | 'abort-plan';

/** What is done to webhooks. */
type WebhookAction = 'add-webhook' | 'remove-webhook' | 'rotate-webhook' | 'enable-webhook' | 'disable-webhook' | 'redeliver';

type Governance = 'create-environment' | 'remove-environment' | 'rules' | 'propose' | 'approve' | 'reject' | 'withdraw' | 'stale';
type Access = 'issue-token' | 'revoke-token' | 'grant' | 'revoke-grant' | 'create-team' | 'add-member' | 'remove-member' | 'choose-handle';

type Act = 'publish' | 'collect' | 'preview' | 'replay' | 'rehearse' | 'prefixes' | 'lock' | 'unlock' | 'refused';

export interface AuditEntry {
  actor: string;
  action: Cause | Act | Access | Governance | PlanAction | WebhookAction;
  environment?: string;
  subject?: string;
  fromRevision?: number | null;
  toRevision?: number;
  reason?: string | null;
  details?: Record<string, unknown>;
}

/** With what it tells webhooks, in the same transaction. */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  await db.insert(audit).values(entry);
  for (const event of eventsOf(entry)) await emit(db, event);
}

/** Newest first. @param before Only entries older than the one with this id. */
export function listAudit(db: Db, { before, limit }: { before?: number | undefined; limit: number }) {
  const older = before === undefined ? undefined : lt(audit.id, before);
  return db.select().from(audit).where(older).orderBy(desc(audit.id)).limit(limit);
}
