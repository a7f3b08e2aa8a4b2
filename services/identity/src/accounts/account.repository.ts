import { randomUUID } from 'node:crypto';
import { types } from 'node:util';
import type { Db } from '@site/platform/database';
import { and, arrayOverlaps, asc, eq, inArray, sql } from 'drizzle-orm';
import { type Account, account, federatedIdentity } from '../tables';

export type NewAccount = Pick<Account, 'email' | 'fullName' | 'phone'> & Partial<Account>;
export type AccountRepository = ReturnType<typeof createAccountRepository>;

/** One spelling per mailbox, so that `Ada@Example.com` signs in as `ada@example.com`. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Whether an account could have this name. The database takes no other one for its type. */
export const isAccountName = (sub: string): boolean => UUID.test(sub);

/** Whether an account could not have an address because another one has it. Looks through the causes of the error. */
export function isAddressTaken(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const { code, constraint } = error as { code?: string; constraint?: string };
  return (code === '23505' && constraint === 'account_email_key') || isAddressTaken(error.cause);
}

/** @param db The database, or the transaction to work in. */
export function createAccountRepository(db: Db) {
  const first = async (rows: Promise<Account[]>) => (await rows)[0];

  return {
    find: async (sub: string) => (isAccountName(sub) ? first(db.select().from(account).where(eq(account.sub, sub))) : undefined),
    /** For tokens and sessions: a disabled account has none. */
    findEnabled: async (sub: string) =>
      isAccountName(sub)
        ? first(
            db
              .select()
              .from(account)
              .where(and(eq(account.sub, sub), eq(account.enabled, true))),
          )
        : undefined,
    findByEmail: (email: string) =>
      first(
        db
          .select()
          .from(account)
          .where(eq(account.email, normalizeEmail(email))),
      ),
    /** Those of whose names these are the SHA-256, in hexadecimal digits. */
    findByHash: (hashes: readonly string[]) =>
      db
        .select()
        .from(account)
        .where(inArray(sql`encode(sha256(convert_to(${account.sub}::text, 'UTF8')), 'hex')`, [...hashes])),
    /** The first ones in the order of addresses. */
    list: (limit: number) => db.select().from(account).orderBy(asc(account.email)).limit(limit),
    listInGroups: (groups: readonly string[]) =>
      db
        .select()
        .from(account)
        .where(arrayOverlaps(account.groups, [...groups]))
        .orderBy(asc(account.email)),

    /** @returns the account, or undefined if the address is taken. */
    insert: (fields: NewAccount) =>
      first(
        db
          .insert(account)
          .values({ sub: randomUUID(), status: 'FORCE_CHANGE_PASSWORD', ...fields, email: normalizeEmail(fields.email) })
          .onConflictDoNothing({ target: account.email })
          .returning(),
      ),
    update: async (sub: string, fields: Partial<Account>) => {
      if (!isAccountName(sub)) return;
      await db
        .update(account)
        .set({ ...fields, updatedAt: new Date() })
        .where(eq(account.sub, sub));
    },
    /** Confirms an account that nobody has used yet, and takes its temporary password away. @returns false for one that is confirmed. */
    endInvitation: async (sub: string) => {
      const ended = await db
        .update(account)
        .set({ status: 'CONFIRMED', passwordHash: null, passwordExpiresAt: null, updatedAt: new Date() })
        .where(and(eq(account.sub, sub), eq(account.status, 'FORCE_CHANGE_PASSWORD')))
        .returning({ sub: account.sub });
      return ended.length === 1;
    },
    /** Does nothing where the password was changed meanwhile. */
    replacePasswordHash: async (sub: string, from: string, to: string) => {
      await db
        .update(account)
        .set({ passwordHash: to })
        .where(and(eq(account.sub, sub), eq(account.passwordHash, from)));
    },
    remove: async (sub: string) => {
      if (isAccountName(sub)) await db.delete(account).where(eq(account.sub, sub));
    },

    /** The account, which nobody else changes until the transaction ends. */
    lock: async (sub: string) =>
      isAccountName(sub) ? first(db.select().from(account).where(eq(account.sub, sub)).for('update')) : undefined,

    /**
     * Marks a step of the authenticator app as spent.
     * @returns false if it was spent before, by a request that came at the same time.
     */
    spendTotpStep: async (sub: string, step: number) => {
      const spent = await db
        .update(account)
        .set({ totpLastStep: step })
        .where(and(eq(account.sub, sub), sql`${account.totpLastStep} < ${step}`))
        .returning({ sub: account.sub });
      return spent.length === 1;
    },
    /** Removes a recovery code. @returns false if it was not there any more. */
    spendRecoveryCode: async (sub: string, hash: string) => {
      const spent = await db
        .update(account)
        .set({ recoveryCodeHashes: sql`array_remove(${account.recoveryCodeHashes}, ${hash})` })
        .where(and(eq(account.sub, sub), sql`${hash} = any(${account.recoveryCodeHashes})`))
        .returning({ sub: account.sub });
      return spent.length === 1;
    },

    findFederated: async (provider: string, subject: string) => {
      const [row] = await db
        .select({ account })
        .from(federatedIdentity)
        .innerJoin(account, eq(account.sub, federatedIdentity.sub))
        .where(and(eq(federatedIdentity.provider, provider), eq(federatedIdentity.subject, subject)));
      return row?.account;
    },
    /** In the order in which they were linked. */
    listFederated: async (sub: string) =>
      db.select().from(federatedIdentity).where(eq(federatedIdentity.sub, sub)).orderBy(asc(federatedIdentity.createdAt)),
    linkFederated: async (provider: string, subject: string, sub: string) => {
      await db.insert(federatedIdentity).values({ provider, subject, sub }).onConflictDoNothing();
    },
  };
}
