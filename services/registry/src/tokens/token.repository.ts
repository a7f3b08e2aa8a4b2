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
  const [found] = await db
    .select({ name: tokens.name, verbs: tokens.verbs, remotes: tokens.remotes })
    .from(tokens)
    .where(and(eq(tokens.sha256, hashToken(token)), isValid));
  return found ?? null;
}

/** Whether the database knows `token`, and if so, whether it is neither expired nor revoked. */
export async function findTokenState(db: Db, token: string): Promise<'valid' | 'invalid' | 'unknown'> {
  const [found] = await db
    .select({ valid: sql<boolean>`${isValid}` })
    .from(tokens)
    .where(eq(tokens.sha256, hashToken(token)));
  if (!found) return 'unknown';
  return found.valid ? 'valid' : 'invalid';
}

/** Makes `token`, which nobody had before, valid. Others of the same name stay valid. */
export async function addToken(db: Db, token: string, grant: { name: string; verbs: Verb[]; remotes: string[] }): Promise<void> {
  await db.insert(tokens).values({ id: randomUUID(), sha256: hashToken(token), ...grant });
}

/** Until the transaction ends, no other process makes sure of first tokens. */
export async function lockFirstTokens(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('registry.first-tokens'))`);
}

const isValid = and(isNull(tokens.revokedAt), or(isNull(tokens.expiresAt), gt(tokens.expiresAt, sql`now()`)));
