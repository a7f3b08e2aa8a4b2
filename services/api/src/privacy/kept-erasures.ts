/**
 * Erasures are noted in the store as well, which is apart from the database: a backup of the database that is restored brings the erased members
 * back, and by these notes they are erased again.
 */
import { inArray, sql } from 'drizzle-orm';
import type { ApiServices } from '../api-server';
import { erasedMember, member } from '../domain/tables';

const FOLDER = 'erasures';

/**
 * Notes what was erased and is not noted yet. What is noted and the database does not know of was erased after its backup: such members are due
 * at once, for {@link eraseDueAccounts}.
 */
export async function keepErasures({ database: { db }, storage }: Pick<ApiServices, 'database' | 'storage'>): Promise<void> {
  const noted = new Set((await storage.list(FOLDER)).map((key) => key.slice(FOLDER.length + 1)));
  // Read after the notes: what is noted was in the database before.
  const known = new Set((await db.select({ hash: erasedMember.subjectHash }).from(erasedMember)).map(({ hash }) => hash));
  for (const hash of [...known].filter((one) => !noted.has(one)))
    await storage.put(`${FOLDER}/${hash}`, Buffer.from(new Date().toISOString()));
  const forgotten = [...noted].filter((one) => !known.has(one));
  if (forgotten.length === 0) return;
  const hashOfSubject = sql`encode(sha256(convert_to(${member.subject}, 'UTF8')), 'hex')`;
  await db
    .update(member)
    .set({ deletionDueAt: sql`now()` })
    .where(inArray(hashOfSubject, forgotten));
  await db
    .insert(erasedMember)
    .values(forgotten.map((subjectHash) => ({ subjectHash })))
    .onConflictDoNothing();
}
