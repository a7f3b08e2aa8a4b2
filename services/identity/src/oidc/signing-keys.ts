/**
 * Keys that sign tokens. A new key is published a while before it signs, so that verifiers know it by then; an old one stays published
 * until every token that it signed has expired. With several processes each reads the same table; whoever comes first makes the key. A key that a clock
 * which was ahead has dated into the future puts off no other, and stays published: something may be signed with it.
 */
import { randomUUID } from 'node:crypto';
import type { Database, Db } from '@site/platform/database';
import { lt, sql } from 'drizzle-orm';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Keyring } from '../crypto/keyring';
import { present } from '../present';
import { signingKey } from '../tables';

export interface KeyRules {
  /** Milliseconds for which a key signs. */
  rotateAfterMs: number;
  /** Milliseconds between a key's publication and its first signature. */
  publishAheadMs: number;
  /** Milliseconds after which every token that a replaced key signed has expired. */
  keepAfterMs: number;
}

export type PrivateJwk = JWK & { kid: string };

/** Any number: the lock under which keys are made. */
const LOCK_ID = 7_412_230;

/**
 * The keys to publish at this moment, the signing one first. Makes a successor when it is time and drops keys that nothing needs.
 * Call it at start and now and then.
 */
export async function currentSigningKeys(database: Database, keyring: Keyring, rules: KeyRules, now = new Date()): Promise<PrivateJwk[]> {
  return database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_ID})`);
    let rows = await readKeys(tx);
    const newest = rows.find(({ createdAt }) => createdAt.getTime() <= now.getTime() + rules.publishAheadMs);
    const dueMs = newest ? newest.signsFrom.getTime() + rules.rotateAfterMs - rules.publishAheadMs : 0;
    if (now.getTime() >= dueMs) {
      const jwk = await createKey();
      // Where no other counts, there is none to sign with meanwhile.
      const signsFrom = newest ? new Date(now.getTime() + rules.publishAheadMs) : now;
      await tx
        .insert(signingKey)
        .values({ kid: jwk.kid, sealedJwk: keyring.seal(JSON.stringify(jwk), jwk.kid), createdAt: now, signsFrom });
      rows = await readKeys(tx);
    }
    const signing = present(rows.find((row) => row.signsFrom <= now) ?? rows.at(-1), 'signing key');
    // A replaced key stopped signing when its successor started.
    await tx.delete(signingKey).where(lt(signingKey.signsFrom, replacedBefore(rows, new Date(now.getTime() - rules.keepAfterMs))));
    const kept = (await readKeys(tx)).map((row) => JSON.parse(keyring.open(row.sealedJwk, row.kid)) as PrivateJwk);
    return kept.sort((a, b) => Number(b.kid === signing.kid) - Number(a.kid === signing.kid));
  });
}

/** Newest first. */
const readKeys = (tx: Db) =>
  tx
    .select()
    .from(signingKey)
    .orderBy(sql`${signingKey.signsFrom} desc`);

/** Start of the key that was signing at `moment`: keys that started earlier had stopped by then. */
function replacedBefore(rows: { signsFrom: Date }[], moment: Date): Date {
  return rows.find((row) => row.signsFrom <= moment)?.signsFrom ?? new Date(0);
}

async function createKey(): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true, modulusLength: 2048 });
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' };
}
