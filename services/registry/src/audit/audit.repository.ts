import type { Db } from '@site/platform/database';
import type { Cause } from '@site/release-model/revision';
import { and, desc, eq, lt } from 'drizzle-orm';
import { emit } from '../events/emit';
import { audit } from '../tables';
import { eventsOf } from './events-of';

/**
 * What people, and plans by themselves, do to plans. What a plan makes live is audited as the command that it is; it begins by an entry of its
 * own only where its first step was shown before.
 */
export type PlanAction = 'plan' | 'begin-plan' | 'hold-plan' | 'pause-plan' | 'resume-plan' | 'continue-plan' | 'abort-plan';

/** What is done to webhooks. */
type WebhookAction = 'add-webhook' | 'remove-webhook' | 'rotate-webhook' | 'enable-webhook' | 'disable-webhook' | 'redeliver';

type Governance = 'create-environment' | 'remove-environment' | 'rules' | 'propose' | 'approve' | 'reject' | 'withdraw' | 'stale';
type Access = 'issue-token' | 'revoke-token' | 'grant' | 'revoke-grant' | 'create-team' | 'add-member' | 'remove-member' | 'choose-handle';

type Act = 'publish' | 'collect' | 'preview' | 'replay' | 'revoke-preview' | 'rehearse' | 'prefixes' | 'lock' | 'unlock' | 'refused';

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

interface AuditQuery {
  /** Only entries older than the one with this id. */
  before?: number | undefined;
  /** Only those of exactly this actor, this action, in this environment. */
  actor?: string | undefined;
  action?: string | undefined;
  environment?: string | undefined;
  limit: number;
}

/** Newest first. */
export function listAudit(db: Db, { before, actor, action, environment, limit }: AuditQuery) {
  const wanted = and(
    before === undefined ? undefined : lt(audit.id, before),
    actor === undefined ? undefined : eq(audit.actor, actor),
    action === undefined ? undefined : eq(audit.action, action),
    environment === undefined ? undefined : eq(audit.environment, environment),
  );
  return db.select().from(audit).where(wanted).orderBy(desc(audit.id)).limit(limit);
}
