/** Names that stand beside what is done: those of tokens and the handles of people. Nobody takes another's. */
import type { Db } from '@site/platform/database';
import { and, isNull, ne, or, sql } from 'drizzle-orm';
import { registryError } from '../errors';
import { findPerson, findPersonByHandle, setHandle } from '../people/person.repository';
import { tokens } from '../tables';
import { lockNames } from './token.repository';

/** Whether somebody other than the holder of this account has the handle. */
export async function isHandleOfOther(db: Db, name: string, subject: string | null): Promise<boolean> {
  const person = await findPersonByHandle(db, name);
  return person !== null && person.subject !== subject;
}

/** History shows what was done with tokens that have ended, too. */
async function wasTokenOfOther(db: Db, name: string, subject: string): Promise<boolean> {
  const ofOther = or(isNull(tokens.subject), ne(tokens.subject, subject));
  const found = await db
    .select({ id: tokens.id })
    .from(tokens)
    .where(and(sql`lower(${tokens.name}) = lower(${name})`, ofOther))
    .limit(1);
  return found.length > 0;
}

/**
 * Gives a person a handle, for good: it stands beside what they have done.
 * @throws AppError `handle-taken`, or `handle-chosen` if they have another one.
 */
export async function giveHandle(tx: Db, subject: string, handle: string): Promise<void> {
  await lockNames(tx);
  const known = await findPerson(tx, subject);
  if (known?.handle === handle) return;
  if (known && known.handle !== null)
    throw registryError('handle-chosen', { message: `The handle is ${known.handle} already, and stays so.` });
  if ((await isHandleOfOther(tx, handle, subject)) || (await wasTokenOfOther(tx, handle, subject)))
    throw registryError('handle-taken', { message: `Somebody else, or a token, is named ${handle}. Choose another name.` });
  await setHandle(tx, subject, handle);
}
