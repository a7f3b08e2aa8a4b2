/** Which picture a member shows. */
import type { Db } from '@site/platform/database';
import { eq } from 'drizzle-orm';
import { member } from '../domain/tables';

/**
 * Shows another picture.
 * @returns The name of the picture before, null if there was none; undefined if there is no such member.
 */
export async function replacePhoto(tx: Db, subject: string, key: string): Promise<string | null | undefined> {
  const [before] = await tx.select({ key: member.photoKey }).from(member).where(eq(member.subject, subject)).for('update');
  if (!before) return undefined;
  await tx.update(member).set({ photoKey: key }).where(eq(member.subject, subject));
  return before.key;
}
