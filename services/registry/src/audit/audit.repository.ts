import type { Db } from '@site/platform/database';
import type { Cause } from '@site/release-model/revision';
import { desc, lt } from 'drizzle-orm';
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

/** Newest first. @param before Only entries older than the one with this id. */
export function listAudit(db: Db, { before, limit }: { before?: number | undefined; limit: number }) {
  const older = before === undefined ? undefined : lt(audit.id, before);
  return db.select().from(audit).where(older).orderBy(desc(audit.id)).limit(limit);
}
