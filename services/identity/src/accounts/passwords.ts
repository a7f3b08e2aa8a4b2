/** Signing in with a password, and changing it. */
import { randomInt } from 'node:crypto';
import type { Db } from '@site/platform/database';
import { enqueueMail } from '@site/platform/outbox';
import { eq } from 'drizzle-orm';
import { hashSecret, isCheaper, verifySecret } from '../crypto/secret-hash';
import type { IdentityContext } from '../identity-context';
import { revokeAccount } from '../revoke-account';
import { recordSecurityEvent } from '../security/security-log';
import type { Visit } from '../sessions/visit';
import { type Account, resetCode, signIn } from '../tables';
import { passwordChangedMail } from './account-mails';
import { createAccountRepository, normalizeEmail } from './account.repository';
import { forgetAttempts } from './lockout';
import { type AttemptSource, beginPasswordAttempt } from './password-attempts';

export type PasswordCheck =
  | { kind: 'accepted'; account: Account }
  /** The temporary password was right, and is no more valid. */
  | { kind: 'expired' }
  /** Wrong address, wrong password or disabled account: not told apart. */
  | { kind: 'refused' }
  /** Too many failures; whether the password is right was not looked at. */
  | { kind: 'locked' };

/**
 * Takes as long for an unknown address as for a wrong password. Failures of one browser, or of one network where the browser is not known,
 * hold up that one only: nobody locks the owner of a known address out. A password that is right is hashed anew where that costs more now.
 * @param beforeRefusal Throws where the password is not to be refused, because the same form has changed it meanwhile.
 */
export async function checkPassword(
  { config, database: { db } }: IdentityContext,
  email: string,
  password: string,
  source: AttemptSource,
  beforeRefusal?: () => Promise<unknown>,
): Promise<PasswordCheck> {
  const subject = normalizeEmail(email);
  const accounts = createAccountRepository(db);
  const account = await accounts.findByEmail(subject);
  const attempt = await beginPasswordAttempt(db, subject, account && source.knownAs.get(account.sub), source.visit?.network);
  const told = { sub: account?.sub ?? null, actor: 'unknown', visit: source.visit } as const;
  if (attempt.isTooEarly) {
    if (attempt.isFirst) await recordSecurityEvent(db, { ...told, kind: 'sign-in-delayed' });
    return { kind: 'locked' };
  }
  const hash = account?.enabled ? account.passwordHash : null;
  const matches = await verifySecret(password, hash, config.hashCost);
  if (!account || !hash || !matches) {
    await beforeRefusal?.();
    await recordSecurityEvent(db, { ...told, kind: 'sign-in-failed' });
    return { kind: 'refused' };
  }
  if (account.passwordExpiresAt && account.passwordExpiresAt <= new Date()) {
    await recordSecurityEvent(db, { ...told, kind: 'invitation-expired' });
    return { kind: 'expired' };
  }
  await attempt.succeeded();
  if (isCheaper(hash, config.hashCost)) {
    await accounts.replacePasswordHash(account.sub, hash, await hashSecret(password, config.hashCost));
  }
  return { kind: 'accepted', account };
}

/**
 * Sets a password that the person chose: the account is confirmed, an open code and a temporary password are spent, every session and
 * token ends, and the owner is told (unless it is the first password).
 * @param current What the password has to be still: of two changes at once, or of one that is sent twice, one is made.
 */
export async function changePassword(
  context: IdentityContext,
  account: Account,
  password: string,
  visit?: Visit,
  current?: string,
): Promise<void> {
  const setPassword = await preparePassword(context, account, password, visit);
  await context.database.transaction(async (tx) => {
    if (current === undefined || (await isPassword(context, tx, account, current))) await setPassword(tx);
  });
}

/** Whether the password is the account's while nobody else changes that. It is checked again only where it is kept otherwise than it was. */
export async function isPassword({ config }: IdentityContext, tx: Db, account: Account, password: string): Promise<boolean> {
  const hash = (await createAccountRepository(tx).lock(account.sub))?.passwordHash;
  return hash === account.passwordHash || verifySecret(password, hash, config.hashCost);
}

/** Hashes the password. @returns what does the same as {@link changePassword} within a transaction. */
export async function preparePassword(
  { config }: IdentityContext,
  account: Account,
  password: string,
  visit?: Visit,
): Promise<(tx: Db) => Promise<void>> {
  const passwordHash = await hashSecret(password, config.hashCost);
  return async (tx) => {
    const first = account.status === 'FORCE_CHANGE_PASSWORD';
    await createAccountRepository(tx).update(account.sub, {
      passwordHash,
      passwordExpiresAt: null,
      status: 'CONFIRMED',
      // Only the owner of the mailbox could know the temporary password or the code.
      emailVerified: true,
    });
    await tx.delete(resetCode).where(eq(resetCode.sub, account.sub));
    for (const kind of ['password-by-address', 'reset-request'] as const) await forgetAttempts(tx, kind, account.email);
    await revokeAccount(tx, account.sub);
    // Whoever has come as far as choosing a password with the temporary one, elsewhere, does not go on.
    await tx.delete(signIn).where(eq(signIn.sub, account.sub));
    await recordSecurityEvent(tx, { kind: 'password-changed', sub: account.sub, actor: 'owner', visit });
    if (!first) await enqueueMail(tx, passwordChangedMail(config, account));
  };
}

/** Without characters that are mistaken for one another, and with every class that a policy may ask for. */
const ALPHABETS = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!#%+=?@'];
const TEMPORARY_LENGTH = 14;

/** A random password of 80 bits and more. */
export function createTemporaryPassword(): string {
  const all = ALPHABETS.join('');
  const pick = (letters: string) => letters.charAt(randomInt(letters.length));
  const picked = [...ALPHABETS.map(pick), ...Array.from({ length: TEMPORARY_LENGTH - ALPHABETS.length }, () => pick(all))];
  return shuffled(picked).join('');
}

const shuffled = (letters: string[]): string[] =>
  letters.reduce<string[]>((mixed, letter) => mixed.toSpliced(randomInt(mixed.length + 1), 0, letter), []);
