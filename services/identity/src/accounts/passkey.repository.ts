/** Passkeys, and the challenges that browsers answer with them. */
import type { Db } from '@site/platform/database';
import { and, asc, eq, gt, lt, or, sql } from 'drizzle-orm';
import { type Account, account, type Passkey, passkey, passkeyChallenge } from '../tables';

/** @param db The database, or the transaction to work in. */
export function createPasskeyRepository(db: Db) {
  return {
    list: (sub: string): Promise<Passkey[]> => db.select().from(passkey).where(eq(passkey.sub, sub)).orderBy(asc(passkey.createdAt)),
    /** A passkey, and whose it is, while the account is enabled. */
    find: async (id: string): Promise<{ passkey: Passkey; account: Account } | undefined> => {
      const [row] = await db
        .select({ passkey, account })
        .from(passkey)
        .innerJoin(account, eq(account.sub, passkey.sub))
        .where(and(eq(passkey.id, id), eq(account.enabled, true)));
      return row;
    },
    /** @returns false if somebody has it already. */
    insert: async (fields: typeof passkey.$inferInsert): Promise<boolean> => {
      const inserted = await db.insert(passkey).values(fields).onConflictDoNothing().returning({ id: passkey.id });
      return inserted.length === 1;
    },
    /** @returns false if the account has no such passkey. */
    remove: async (sub: string, id: string): Promise<boolean> => {
      const removed = await db
        .delete(passkey)
        .where(and(eq(passkey.sub, sub), eq(passkey.id, id)))
        .returning({ id: passkey.id });
      return removed.length === 1;
    },
    /** Notes a use. @returns false if another use has brought the counter as far meanwhile; a counter that stays 0 does not count. */
    use: async (id: string, counter: number): Promise<boolean> => {
      const advances = or(lt(passkey.counter, counter), and(eq(passkey.counter, 0), eq(sql`${counter}::bigint`, 0)));
      const used = await db
        .update(passkey)
        .set({ counter, lastUsedAt: new Date() })
        .where(and(eq(passkey.id, id), advances))
        .returning({ id: passkey.id });
      return used.length === 1;
    },

    /** Keeps the challenge of what is bound to `binding`, in place of an earlier one. */
    keepChallenge: async (binding: string, challenge: string, seconds: number): Promise<void> => {
      const values = { challenge, expiresAt: new Date(Date.now() + seconds * 1000) };
      await db
        .insert(passkeyChallenge)
        .values({ binding, ...values })
        .onConflictDoUpdate({ target: passkeyChallenge.binding, set: values });
    },
    findChallenge: async (binding: string): Promise<string | undefined> => {
      const [found] = await db
        .select()
        .from(passkeyChallenge)
        .where(and(eq(passkeyChallenge.binding, binding), gt(passkeyChallenge.expiresAt, sql`now()`)));
      return found?.challenge;
    },
    /** Spends a challenge. @returns false if it was spent or replaced before: of two that do this at once, one spends it. */
    spendChallenge: async (binding: string, challenge: string): Promise<boolean> => {
      const spent = await db
        .delete(passkeyChallenge)
        .where(and(eq(passkeyChallenge.binding, binding), eq(passkeyChallenge.challenge, challenge)))
        .returning({ binding: passkeyChallenge.binding });
      return spent.length === 1;
    },
  };
}
