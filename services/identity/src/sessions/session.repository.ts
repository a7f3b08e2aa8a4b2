/** The sign-ins of an account: written down as they begin, shown to their owner, and ended one by one. */
import type { Database, Db } from '@site/platform/database';
import { and, desc, eq, exists, gt, inArray, isNull, lt, ne, not, notInArray, or, sql, type SQL } from 'drizzle-orm';
import { oidcRecord, session, type Session, sessionGrant } from '../tables';
import type { Visit } from './visit';

export interface NewSession {
  /** Of the provider's session, or of what stands in for it. */
  id: string;
  sub: string;
  /** Left out where the grant belongs to another sign-in. */
  grantId?: string;
  visit: Visit;
  beganAt: Date;
}

/** Writes a sign-in down, or a further grant of one that is known. */
export async function rememberSession(
  { transaction }: Pick<Database, 'transaction'>,
  { id, sub, grantId, visit, beganAt }: NewSession,
): Promise<void> {
  const values = { ...visit, beganAt, lastUsedAt: sql`now()` };
  await transaction(async (tx) => {
    await tx
      .insert(session)
      .values({ id, sub, ...values })
      .onConflictDoUpdate({ target: session.id, set: values, setWhere: eq(session.sub, sub) });
    if (grantId !== undefined) await tx.insert(sessionGrant).values({ grantId, sessionId: id }).onConflictDoNothing();
  });
}

/** New tokens were fetched by a grant: its sign-in is in use. */
export async function touchSession(db: Db, grantId: string): Promise<void> {
  const owner = db.select({ id: sessionGrant.sessionId }).from(sessionGrant).where(eq(sessionGrant.grantId, grantId));
  await db
    .update(session)
    .set({ lastUsedAt: sql`now()` })
    .where(inArray(session.id, owner));
}

/** The sign-in to which a grant belongs, whether or not it still stands. */
export async function findSessionOf(db: Db, grantId: string): Promise<Session | undefined> {
  const [row] = await db
    .select({ session })
    .from(sessionGrant)
    .innerJoin(session, eq(session.id, sessionGrant.sessionId))
    .where(eq(sessionGrant.grantId, grantId));
  return row?.session;
}

/** Sign-ins by which one is still signed in, the last used first. */
export function listSessions(db: Db, sub: string): Promise<Session[]> {
  return db
    .select()
    .from(session)
    .where(and(eq(session.sub, sub), stands(db)))
    .orderBy(desc(session.lastUsedAt), desc(session.beganAt));
}

/** Ends a sign-in with all its tokens, everywhere. @returns it; undefined if the account has no such sign-in. */
export function endSession({ transaction }: Pick<Database, 'transaction'>, sub: string, id: string): Promise<Session | undefined> {
  return transaction(async (tx) => {
    const own = and(eq(session.id, id), eq(session.sub, sub));
    const [found] = await tx.select().from(session).where(own);
    if (!found) return undefined;
    await deleteRecords(tx, and(eq(oidcRecord.accountId, sub), or(isRecordOf(id), inArray(oidcRecord.grantId, grantsOf(tx, id)))));
    await tx.delete(session).where(own);
    return found;
  });
}

/**
 * Ends all sign-ins of an account but one, also those that are not written down because an earlier version began them.
 * @returns false if there was none.
 */
export function endOtherSessions({ transaction }: Pick<Database, 'transaction'>, sub: string, id: string): Promise<boolean> {
  return transaction(async (tx) => {
    const foreign = or(isNull(oidcRecord.grantId), notInArray(oidcRecord.grantId, grantsOf(tx, id)));
    const records = await deleteRecords(tx, and(eq(oidcRecord.accountId, sub), not(isRecordOf(id)), foreign));
    const others = await tx
      .delete(session)
      .where(and(eq(session.sub, sub), ne(session.id, id)))
      .returning({ id: session.id });
    return records + others.length > 0;
  });
}

/**
 * Deletes what the provider remembers: first what the rest is stored upon (see `oidc/adapter.ts`), so that a request that is under way either
 * has stored its part by then, and it goes too, or stores nothing any more.
 * @returns how many there were.
 */
export async function deleteRecords(db: Db, which: SQL | undefined): Promise<number> {
  let deleted = 0;
  for (const where of [eq(oidcRecord.model, 'Session'), eq(oidcRecord.model, 'Grant'), undefined])
    deleted += (await db.delete(oidcRecord).where(and(where, which)).returning({ model: oidcRecord.model })).length;
  return deleted;
}

/** Forgets sign-ins that ended by themselves. Those of the last hour stay: the session of one that begins now is yet to be stored. */
export async function forgetEndedSessions(db: Db): Promise<void> {
  await db.delete(session).where(and(lt(session.lastUsedAt, sql`now() - interval '1 hour'`), not(stands(db))));
}

/** Whether the browser's session lives, or new tokens can be fetched. */
function stands(db: Db) {
  const unused = and(eq(oidcRecord.model, 'RefreshToken'), isNull(oidcRecord.consumedAt));
  const refreshToken = and(unused, inArray(oidcRecord.grantId, grantsOf(db, session.id)));
  const records = db
    .select({ one: sql`1` })
    .from(oidcRecord)
    .where(and(gt(oidcRecord.expiresAt, sql`now()`), or(isRecordOf(session.id), refreshToken)));
  return exists(records);
}

type SessionId = string | typeof session.id;

const isRecordOf = (id: SessionId) => sql<boolean>`(${oidcRecord.model} = 'Session' and ${oidcRecord.uid} = ${id})`;

const grantsOf = (db: Db, id: SessionId) =>
  db.select({ grantId: sessionGrant.grantId }).from(sessionGrant).where(eq(sessionGrant.sessionId, id));
