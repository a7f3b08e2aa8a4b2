import type { Db } from '@site/platform/database';
import type { Cause } from '@site/release-model/revision';
import { and, desc, eq, lt } from 'drizzle-orm';
import { audit } from '../tables';

/** What people, and plans by themselves, do to plans. What a plan makes live is audited as the command that it is. */
export type PlanAction = 'plan' | 'pause-plan' | 'resume-plan' | 'continue-plan' | 'abort-plan';

type Governance = 'create-environment' | 'remove-environment' | 'rules' | 'propose' | 'approve' | 'reject' | 'withdraw' | 'stale';
type Access = 'issue-token' | 'revoke-token' | 'grant' | 'revoke-grant' | 'create-team' | 'add-member' | 'remove-member' | 'choose-handle';

export interface AuditEntry {
  actor: string;
  action: Cause | 'publish' | 'preview' | 'replay' | 'lock' | 'unlock' | 'refused' | Access | Governance | PlanAction;
  environment?: string;
  subject?: string;
  fromRevision?: number | null;
  toRevision?: number;
  reason?: string | null;
  details?: Record<string, unknown>;
}

export const recordAudit = async (db: Db, entry: AuditEntry): Promise<void> => void (await db.insert(audit).values(entry));

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
