/**
 * Erasures are noted in the store as well, which is apart from the database: a backup of the database that is restored brings the erased people
 * back, and by these notes they are erased again.
 */
import type { Db } from '@site/platform/database';
import { and, type Column, desc, inArray, eq, notExists, sql } from 'drizzle-orm';
import { inTime } from '@site/platform/in-time';
import type { ApiServices } from '../api-server';
import { erasedMember, member, signup } from '../domain/tables';
import { STORE_TIMEOUT_MS } from '../store-timeout';
import { erase, type ErasureServices } from './erasure';

const FOLDER = 'erasures';

/**
 * Notes what was erased and is not noted yet. What is noted and the database does not know of was erased after its backup: such members are due
 * at once, for {@link eraseDueAccounts}, and who had an account and not become a member yet is erased here.
 */
export async function keepErasures(services: ErasureServices & Pick<ApiServices, 'storage'>): Promise<void> {
  const { database, storage } = services;
  const { db } = database;
  const noted = new Set((await inTime(storage.list(FOLDER), STORE_TIMEOUT_MS)).map((key) => key.slice(FOLDER.length + 1)));
  // Read after the notes: what is noted was in the database before.
  const known = new Set((await db.select({ hash: erasedMember.subjectHash }).from(erasedMember)).map(({ hash }) => hash));
  for (const hash of [...known].filter((one) => !noted.has(one)))
    await inTime(storage.put(`${FOLDER}/${hash}`, Buffer.from(new Date().toISOString())), STORE_TIMEOUT_MS);
  const forgotten = [...noted].filter((one) => !known.has(one));
  if (forgotten.length === 0) return;
  await db
    .update(member)
    .set({ deletionDueAt: sql`now()` })
    .where(inArray(hashOf(member.subject), forgotten));
  for (const who of await findSignedUp(db, forgotten)) await database.transaction((tx) => erase(services, tx, who));
  for (const who of await findInvited(services, forgotten)) await database.transaction((tx) => erase(services, tx, who));
  // Last: what fails above is looked for again at the next run.
  await db
    .insert(erasedMember)
    .values(forgotten.map((subjectHash) => ({ subjectHash })))
    .onConflictDoNothing();
}

/** Who has an account by a sign-up, and is no member. */
async function findSignedUp(db: Db, hashes: string[]) {
  const asMember = db.select({ subject: member.subject }).from(member).where(eq(member.subject, signup.subject));
  const rows = await db
    .selectDistinctOn([signup.subject], { subject: signup.subject, email: signup.email })
    .from(signup)
    .where(and(inArray(hashOf(signup.subject), hashes), notExists(asMember)))
    .orderBy(signup.subject, desc(signup.id));
  return rows.map(({ subject, email }) => ({ subject: subject ?? '', email, photoKey: null }));
}

/** Whom the operator gave an account, and who is no member. Those who had signed up are erased before. */
async function findInvited({ database, identityAdmin }: ErasureServices, hashes: string[]) {
  const members = await database.db
    .select({ hash: hashOf(member.subject) })
    .from(member)
    .where(inArray(hashOf(member.subject), hashes));
  const asMember = new Set(members.map(({ hash }) => hash));
  const users = await identityAdmin.findUsersByHash(hashes.filter((hash) => !asMember.has(hash)));
  return users.map(({ username, email }) => ({ subject: username, email, photoKey: null }));
}

const hashOf = (subject: Column) => sql<string>`encode(sha256(convert_to(${subject}, 'UTF8')), 'hex')`;
