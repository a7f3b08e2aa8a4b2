/** Tokens that were used. */
import type { Db } from '@site/platform/database';
import { lt } from 'drizzle-orm';
import { spentBotToken } from '../domain/tables';
import type { PassedToken } from './bot-check';

/** Uses the token up. False if it was used before. */
export async function spendToken(db: Db, token: PassedToken): Promise<boolean> {
  const spent = await db.insert(spentBotToken).values(token).onConflictDoNothing().returning({ hash: spentBotToken.hash });
  return spent.length === 1;
}

/** Forgets tokens that have expired anyway. */
export const forgetExpiredTokens = (db: Db, now = new Date()) => db.delete(spentBotToken).where(lt(spentBotToken.expiresAt, now));
