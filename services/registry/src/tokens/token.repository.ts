import type { Db } from '@site/platform/database';
import { hashToken } from '@site/platform/tokens';
import { and, asc, desc, eq, getTableColumns, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import { tokens } from '../tables';

/** All but the hash of the secret. */
export type Token = Omit<typeof tokens.$inferSelect, 'sha256'> & { state: 'valid' | 'expired' | 'revoked' };

const isValid = and(isNull(tokens.revokedAt), or(isNull(tokens.expiresAt), gt(tokens.expiresAt, sql`now()`)));
const state = sql<Token['state']>`case when ${isValid} then 'valid' when ${tokens.revokedAt} is null then 'expired' else 'revoked' end`;
const { sha256: _hash, ...facts } = getTableColumns(tokens);
const columns = { ...facts, state };

/** The token of a secret, valid or not. */
export async function findToken(db: Db, secret: string): Promise<Token | null> {
  const [found] = await db
    .select(columns)
    .from(tokens)
    .where(eq(tokens.sha256, hashToken(secret)));
  return found ?? null;
}

export async function findTokenById(db: Db, id: string): Promise<Token | null> {
  const [found] = await db.select(columns).from(tokens).where(eq(tokens.id, id));
  return found ?? null;
}

/** All of them, the valid ones first, by name. */
export const listTokens = (db: Db): Promise<Token[]> =>
  db
    .select(columns)
    .from(tokens)
    .orderBy(desc(sql`${state} = 'valid'`), asc(tokens.name), desc(tokens.createdAt));

export async function hasValidToken(db: Db, name: string): Promise<boolean> {
  const found = await db
    .select({ id: tokens.id })
    .from(tokens)
    .where(and(eq(tokens.name, name), isValid))
    .limit(1);
  return found.length > 0;
}

export async function insertToken(db: Db, secret: string, row: Omit<typeof tokens.$inferInsert, 'sha256'>): Promise<Token> {
  const [added] = await db
    .insert(tokens)
    .values({ ...row, sha256: hashToken(secret) })
    .returning(columns);
  return added as Token;
}

/** Ends those that are valid. @returns Their names. */
export async function markRevoked(db: Db, which: SQL): Promise<string[]> {
  const revoked = await db
    .update(tokens)
    .set({ revokedAt: sql`now()` })
    .where(and(which, isValid))
    .returning({ name: tokens.name });
  return revoked.map(({ name }) => name);
}

/** Notes that it was used today, unless somebody holds its row just now: nobody waits for this. */
export async function noteUse(db: Db, id: string): Promise<void> {
  const free = sql`(select ${tokens.id} from ${tokens} where ${tokens.id} = ${id} for update skip locked)`;
  await db
    .update(tokens)
    .set({ lastUsedOn: sql`(now() at time zone 'utc')::date` })
    .where(sql`${tokens.id} = ${free}`);
}

/** Until the transaction ends, no other process makes sure of first tokens. */
export async function lockFirstTokens(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('registry.first-tokens'))`);
}

/** Until the transaction ends, nobody else issues a token, so that two do not take the same name. */
export async function lockNames(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('registry.token-names'))`);
}
