/** Erases the accounts whose grace period is over. */
import type { Db } from '@site/platform/database';
import { enqueueMail } from '@site/platform/outbox';
import { asc, lte } from 'drizzle-orm';
import type { ApiServices } from '../api-server';
import { markErased } from '../domain/member.repository';
import { member, type MemberRow } from '../domain/tables';
import { deleteRecords } from './personal-data.repository';
import { accountErased } from './privacy-mails';

type ErasureServices = Pick<ApiServices, 'database' | 'identityAdmin' | 'config' | 'deletePhoto'>;

/** @returns How many accounts were erased. */
export async function eraseDueAccounts(services: ErasureServices, now = new Date()): Promise<number> {
  let erased = 0;
  while (await services.database.transaction((tx) => eraseNext(services, tx, now))) erased += 1;
  return erased;
}

/**
 * The photo goes first, the rows last: whatever fails in between, the account is still due and is erased on the next run. In the end
 * nothing is left but a hash of its subject, so that a token that is still valid finds nothing.
 */
async function eraseNext({ identityAdmin, config, deletePhoto }: ErasureServices, tx: Db, now: Date): Promise<boolean> {
  const due = await findDue(tx, now);
  if (!due) return false;
  if (due.photoKey) await deletePhoto(due.photoKey);
  await identityAdmin.deleteUser(due.subject, tx);
  await deleteRecords(tx, due);
  await markErased(tx, due.subject);
  await enqueueMail(tx, accountErased(due.email, config), `erased-${due.subject}`);
  return true;
}

async function findDue(tx: Db, now: Date): Promise<MemberRow | undefined> {
  const [row] = await tx
    .select()
    .from(member)
    .where(lte(member.deletionDueAt, now))
    .orderBy(asc(member.deletionDueAt))
    .limit(1)
    .for('update', { skipLocked: true });
  return row;
}
