/** Which picture a member shows, and which ones nobody does. */
import type { Db } from '@site/platform/database';
import { platformError } from '@site/platform/errors';
import { eq, lte, sql } from 'drizzle-orm';
import { member, unshownPhoto } from '../domain/tables';

/** Says that the store may have a picture that nobody shows yet. Comes before it is stored. */
export const announcePhoto = async (db: Db, key: string): Promise<void> => void (await db.insert(unshownPhoto).values({ key }));

/**
 * Shows another picture, which was announced. The one before is not shown from then on.
 * @returns The name of the picture before, null if there was none; undefined if there is no such member.
 * @throws AppError `service-unavailable` if the picture took so long that it was removed as forgotten.
 */
export async function replacePhoto(tx: Db, subject: string, key: string): Promise<string | null | undefined> {
  const [before] = await tx.select({ key: member.photoKey }).from(member).where(eq(member.subject, subject)).for('update');
  if (!before) return undefined;
  if (!(await forgetPhoto(tx, key))) throw platformError('service-unavailable', { headers: { 'retry-after': '1' } });
  await tx.update(member).set({ photoKey: key }).where(eq(member.subject, subject));
  if (before.key) await announcePhoto(tx, before.key);
  return before.key;
}

/** @returns whether the picture was among those that nobody shows. */
export const forgetPhoto = async (db: Db, key: string): Promise<boolean> =>
  (await db.delete(unshownPhoto).where(eq(unshownPhoto.key, key)).returning()).length > 0;

/** Pictures that nobody has shown for longer than an upload takes. */
export async function findForgottenPhotos(db: Db): Promise<string[]> {
  const rows = await db
    .select({ key: unshownPhoto.key })
    .from(unshownPhoto)
    .where(lte(unshownPhoto.since, sql`now() - interval '1 hour'`));
  return rows.map(({ key }) => key);
}
