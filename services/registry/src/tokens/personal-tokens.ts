/** Tokens of people, with which they promote. A person has one at most. */
import { randomUUID } from 'node:crypto';
import type { Database, Db } from '@site/platform/database';
import { createToken, hashToken } from '@site/platform/tokens';
import { and, asc, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { recordAudit } from '../audit/audit.repository';
import { tokens } from '../tables';
import type { Verb } from './token.repository';

export interface PersonalGrant {
  /** Subject of the holder's account. */
  subject: string;
  /** Stands beside what the holder promotes, for everybody to read. */
  name: string;
  verbs: Verb[];
  /** Remotes that the token covers; `*` for all. */
  remotes: string[];
  expiresAt: Date;
}

export type IssuedToken = Omit<typeof tokens.$inferSelect, 'sha256'>;

const OPERATOR = 'operator';

/** Not revoked, and not expired. */
const isValid = and(isNull(tokens.revokedAt), or(isNull(tokens.expiresAt), gt(tokens.expiresAt, sql`now()`)));

/**
 * Makes a token, and revokes the one that the holder had.
 * @returns The token, which is stored nowhere; null while somebody else's valid token has the name.
 */
export async function issueToken(database: Database, grant: PersonalGrant): Promise<string | null> {
  const { name, subject, verbs, remotes, expiresAt } = grant;
  return database.transaction(async (tx) => {
    const isOfAnother = or(isNull(tokens.subject), ne(tokens.subject, subject));
    const [other] = await tx
      .select()
      .from(tokens)
      .where(and(eq(tokens.name, name), isOfAnother, isValid));
    if (other) return null;
    await revoke(tx, eq(tokens.subject, subject));
    const token = createToken('site_personal');
    await tx.insert(tokens).values({ id: randomUUID(), sha256: hashToken(token), ...grant });
    await recordAudit(tx, { actor: OPERATOR, action: 'issue-token', subject: name, details: { verbs, remotes, expiresAt } });
    return token;
  });
}

/** All that are valid, those of nobody included, by name. */
export async function listTokens(db: Db): Promise<IssuedToken[]> {
  const rows = await db.select().from(tokens).where(isValid).orderBy(asc(tokens.name));
  return rows.map(({ sha256: _hash, ...token }) => token);
}

/** @returns Names of the tokens that were valid until now. */
export const revokeTokensOf = (database: Database, subject: string): Promise<string[]> =>
  database.transaction((tx) => revoke(tx, eq(tokens.subject, subject)));

/** @returns Whether there was a valid token of this name. */
export const revokeToken = async (database: Database, name: string): Promise<boolean> =>
  (await database.transaction((tx) => revoke(tx, eq(tokens.name, name)))).length > 0;

async function revoke(tx: Db, which: SQL): Promise<string[]> {
  const revoked = await tx
    .update(tokens)
    .set({ revokedAt: sql`now()` })
    .where(and(which, isValid))
    .returning({ name: tokens.name });
  for (const { name } of revoked) await recordAudit(tx, { actor: OPERATOR, action: 'revoke-token', subject: name });
  return revoked.map(({ name }) => name);
}
