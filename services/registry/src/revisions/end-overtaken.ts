/** A plan whose place a revision takes ends with it, in its transaction: whoever is told so can rely on it. */
import type { Db } from '@site/platform/database';
import { aborted, overtakenBy } from '@site/release-model/plan';
import type { Parts } from '@site/release-model/target';
import { recordAudit } from '../audit/audit.repository';
import { entryOf } from '../audit/plan-entry';
import type { plans } from '../tables';
import { noteProgress } from '../unfinished-plans';

/** @param overtaken Held in the transaction. @param live Parts of the target of the revision. */
export async function endOvertaken(tx: Db, overtaken: readonly (typeof plans.$inferSelect)[], live: Parts, now: Date): Promise<void> {
  for (const plan of overtaken) {
    const after = aborted(plan, now, 'overtaken', overtakenBy(plan, live));
    await noteProgress(tx, plan, after, null);
    await recordAudit(tx, entryOf(plan, 'abort-plan', after.note));
  }
}
