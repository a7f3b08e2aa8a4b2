/** Second factors as a whole: who must have one, what proves one, and what happens when one goes. */
import type { Db } from '@site/platform/database';
import { enqueueMail } from '@site/platform/outbox';
import { count, eq } from 'drizzle-orm';
import type { IdentityConfig } from '../config';
import type { IdentityContext } from '../identity-context';
import { present } from '../present';
import { revokeAccount } from '../revoke-account';
import { type Account, passkey, signIn } from '../tables';
import { factorsResetMail } from './account-mails';
import { createAccountRepository } from './account.repository';

/** Methods of a sign-in, in the words of RFC 8176, that prove more than a password: a one-time code, and possession of a passkey's key. */
const SECOND_FACTORS = ['otp', 'pop'];

export const provesSecondFactor = (methods: readonly string[]): boolean => methods.some((method) => SECOND_FACTORS.includes(method));

/** Whether the account is in a group whose members sign in with two factors. */
export const needsSecondFactor = ({ secondFactorGroups }: IdentityConfig, { groups }: Pick<Account, 'groups'>): boolean =>
  groups.some((group) => secondFactorGroups.includes(group));

/** Whether an account that must have two factors has signed in with fewer. */
export const lacksSecondFactor = (config: IdentityConfig, account: Account, methods: readonly string[] = []): boolean =>
  needsSecondFactor(config, account) && !provesSecondFactor(methods);

export async function countPasskeys(db: Db, sub: string): Promise<number> {
  const [row] = await db.select({ passkeys: count() }).from(passkey).where(eq(passkey.sub, sub));
  return row?.passkeys ?? 0;
}

export const hasSecondFactor = async (db: Db, account: Account): Promise<boolean> =>
  account.totpEnabled || (await countPasskeys(db, account.sub)) > 0;

/**
 * Removes a factor, unless it is the last one of an account that must have one. Recovery codes go with the last factor.
 * @param remove Removes it, within the transaction, where the account has it.
 * @returns false if it was refused.
 */
export async function removeFactor(
  { config, database }: IdentityContext,
  sub: string,
  remove: (tx: Db, current: Account) => Promise<void>,
): Promise<boolean> {
  return database
    .transaction(async (tx) => {
      const accounts = createAccountRepository(tx);
      // Two removals at once see each other.
      await remove(tx, present(await accounts.lock(sub), 'account whose factor is removed'));
      const account = present(await accounts.find(sub), 'account whose factor is removed');
      if (await hasSecondFactor(tx, account)) return true;
      if (needsSecondFactor(config, account)) throw new LastFactor();
      await accounts.update(sub, { recoveryCodeHashes: [] });
      return true;
    })
    .catch((thrown: unknown) => {
      if (thrown instanceof LastFactor) return false;
      throw thrown;
    });
}

/** Undoes the transaction. */
class LastFactor extends Error {}

/**
 * Removes every factor and recovery code, ends every session, token and sign-in under way, and tells the owner. Without effect where there is no
 * factor, which it answers.
 */
export async function resetFactors(tx: Db, config: IdentityConfig, sub: string): Promise<boolean> {
  const accounts = createAccountRepository(tx);
  const account = await accounts.lock(sub);
  if (!account || !(await hasSecondFactor(tx, account))) return false;
  await accounts.update(sub, { totpSecret: null, totpEnabled: false, recoveryCodeHashes: [] });
  await tx.delete(passkey).where(eq(passkey.sub, sub));
  await revokeAccount(tx, sub);
  // A sign-in under way may have proved a factor that is gone now.
  await tx.delete(signIn).where(eq(signIn.sub, sub));
  await enqueueMail(tx, factorsResetMail(config, account));
  return true;
}
