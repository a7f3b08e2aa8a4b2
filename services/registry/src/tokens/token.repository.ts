import { randomUUID } from 'node:crypto';
import type { Db } from '@site/platform/database';
import { hashToken } from '@site/platform/tokens';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { tokens } from '../tables';

/** What a token allows: `publish` releases, `promote` them. */
export type Verb = 'publish' | 'promote';

/** Who acts: the holder of a token. */
export interface Actor {
  name: string;
  verbs: string[];
  /** Remotes that the token covers; `*` for all. */
  remotes: string[];
}

/** The holder of `token`, or null if it is unknown, expired or revoked. */
export async function findActor(db: Db, token: string): Promise<Actor | null> {
  const valid = or(isNull(tokens.expiresAt), gt(tokens.expiresAt, sql`now()`));
  const [found] = await db
    .select({ name: tokens.name, verbs: tokens.verbs, remotes: tokens.remotes })
    .from(tokens)
    .where(and(eq(tokens.sha256, hashToken(token)), isNull(tokens.revokedAt), valid));
  return found ?? null;
}

/** Makes `token` valid. Tokens of the same name that were valid before are revoked. */
export async function replaceToken(db: Db, token: string, grant: { name: string; verbs: Verb[]; remotes: string[] }): Promise<void> {
  await db
    .update(tokens)
    .set({ revokedAt: new Date() })
    .where(and(eq(tokens.name, grant.name), isNull(tokens.revokedAt)));
  await db.insert(tokens).values({ id: randomUUID(), sha256: hashToken(token), ...grant });
}
