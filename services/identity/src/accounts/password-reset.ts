/** A forgotten password: a code by mail, hashed at rest, that expires, works once and allows few guesses. */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { enqueueMail } from '@site/platform/outbox';
import { and, eq, gt, sql } from 'drizzle-orm';
import { hashSecret, verifySecret } from '../crypto/secret-hash';
import type { IdentityContext } from '../identity-context';
import { recordSecurityEvent } from '../security/security-log';
import type { Visit } from '../sessions/visit';
import { type Account, resetCode } from '../tables';
import { resetCodeMail } from './account-mails';
import { createAccountRepository, normalizeEmail } from './account.repository';
import { beginAttempt } from './lockout';

const CODE_DIGITS = 6;
const GUESSES = 5;
/** Longer than the work for a known address takes, so that the answer comes equally late for an unknown one. */
export const resetAnswer = { afterMs: 500 };

/** Mails a code if an account uses the address. Tells nobody whether one does, nor by when it answers. */
export async function requestPasswordReset({ config, database }: IdentityContext, email: string): Promise<void> {
  const answerTime = sleep(resetAnswer.afterMs);
  const subject = normalizeEmail(email);
  const codeText = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const codeHash = await hashSecret(codeText);
  // A mailbox is not flooded: after a few mails the next ones have to wait.
  const allowed = await beginAttempt(database.db, 'reset-request', subject);
  const account = await createAccountRepository(database.db).findByEmail(subject);
  if (allowed && account?.enabled) {
    await database.transaction(async (tx) => {
      const values = { codeHash, expiresAt: new Date(Date.now() + config.resetCodeMinutes * 60_000), attemptsLeft: GUESSES };
      await tx
        .insert(resetCode)
        .values({ sub: account.sub, ...values })
        .onConflictDoUpdate({ target: resetCode.sub, set: values });
      const posting = { holdsForSeconds: config.resetCodeMinutes * 60 };
      await enqueueMail(tx, resetCodeMail(config, account, codeText, config.resetCodeMinutes), posting);
    });
  }
  await answerTime;
}

/**
 * The account whose code this is, or null: wrong, expired, used, guessed too often or no such account. The code stays valid until
 * a new password is set, so that a password that the policy refuses costs no second mail.
 */
export async function checkResetCode(
  { database: { db } }: IdentityContext,
  email: string,
  code: string,
  visit: Visit,
): Promise<Account | null> {
  const account = await createAccountRepository(db).findByEmail(email);
  const [open] = account?.enabled
    ? await db
        .update(resetCode)
        // Counted before it is compared, so that guesses at the same time are counted too.
        .set({ attemptsLeft: sql`${resetCode.attemptsLeft} - 1` })
        .where(and(eq(resetCode.sub, account.sub), gt(resetCode.expiresAt, sql`now()`), gt(resetCode.attemptsLeft, 0)))
        .returning()
    : [];
  const matches = await verifySecret(code.replace(/\s/g, ''), open?.codeHash);
  if (!account || !matches) {
    await recordSecurityEvent(db, { kind: 'reset-code-failed', sub: account?.sub ?? null, actor: 'unknown', visit });
    return null;
  }
  await db.update(resetCode).set({ attemptsLeft: GUESSES }).where(eq(resetCode.sub, account.sub));
  return account;
}
