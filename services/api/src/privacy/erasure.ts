/** Erases accounts, and finds those whose grace period is over. */
import type { Db } from '@site/platform/database';
import { enqueueMail, withdrawMails } from '@site/platform/outbox';
import { and, asc, lte, notInArray } from 'drizzle-orm';
import type { ApiServices } from '../api-server';
import { hashSubject, markErased } from '../domain/member.repository';
import { member, type MemberRow } from '../domain/tables';
import { deleteRecords } from './personal-data.repository';
import { accountErased } from './privacy-mails';

export type ErasureServices = Pick<ApiServices, 'database' | 'identityAdmin' | 'config' | 'deletePhoto' | 'logger'>;

/**
 * One that fails does not hold up the others: it is due again at the next run.
 * @returns How many accounts were erased.
 */
export async function eraseDueAccounts(services: ErasureServices, now = new Date()): Promise<number> {
  const failed: string[] = [];
  for (let erased = 0; ;) {
    let subject: string | undefined;
    try {
      const isDone = await services.database.transaction(async (tx) => {
        const due = await findDue(tx, now, failed);
        subject = due?.subject;
        if (due) await erase(services, tx, due);
        return !due;
      });
      if (isDone) return erased;
      erased += 1;
    } catch (err) {
      // Not even which one is due could be read.
      if (subject === undefined) throw err;
      failed.push(subject);
      services.logger.error({ err }, 'an account that is due could not be erased');
    }
  }
}

/**
 * The photo goes first, the rows last: whatever fails in between, the account is still due and is erased on the next run. In the end
 * nothing is left of the member but a hash of the subject, so that a token that is still valid finds nothing. What the registry has of whoever released
 * something stays, by subject and handle: it says who answers for what visitors got (`docs/runbooks/personal-data.md`).
 */
export async function erase(
  { identityAdmin, config, deletePhoto }: ErasureServices,
  tx: Db,
  who: Pick<MemberRow, 'subject' | 'email' | 'photoKey'>,
): Promise<void> {
  if (who.photoKey) await deletePhoto(who.photoKey);
  await identityAdmin.deleteUser(who.subject, tx);
  await deleteRecords(tx, who);
  await withdrawMails(tx, who.email);
  await markErased(tx, who.subject);
  await enqueueMail(tx, accountErased(who.email, config), { key: `erased-${hashSubject(who.subject)}` });
}

async function findDue(tx: Db, now: Date, except: string[]): Promise<MemberRow | undefined> {
  const [row] = await tx
    .select()
    .from(member)
    .where(and(lte(member.deletionDueAt, now), notInArray(member.subject, except)))
    .orderBy(asc(member.deletionDueAt))
    .limit(1)
    .for('update', { skipLocked: true });
  return row;
}
