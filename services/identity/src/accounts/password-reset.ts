/** A forgotten password: a code by mail. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IdentityContext } from '../identity-context';
import { recordSecurityEvent } from '../security/security-log';
import type { Visit } from '../sessions/visit';
import { type Account, resetCode } from '../tables';
import { resetCodeMail } from './account-mails';
import { createAccountRepository, normalizeEmail } from './account.repository';
import { beginAttempt } from './lockout';
import { createMailedCode, isMailedCode, mailCode } from './mailed-code';

/** Longer than what is done for a known address alone, so that the answer comes equally late for an unknown one. */
export const resetAnswer = { afterMs: 500 };

/**
 * Mails a code if an account uses the address. Tells nobody whether one does, nor by when it answers.
 * @returns false if it was asked for too often, which is counted for unknown addresses too: no code was mailed.
 */
export async function requestPasswordReset(context: IdentityContext, email: string): Promise<boolean> {
  const { db } = context.database;
  // For an unknown address too, and before the time is taken: what it costs to hash a code is a setting.
  const code = await createMailedCode(context);
  const answerTime = sleep(resetAnswer.afterMs);
  const subject = normalizeEmail(email);
  // A mailbox is not flooded: after a few mails the next ones have to wait.
  const allowed = await beginAttempt(db, 'reset-request', subject);
  const account = await createAccountRepository(db).findByEmail(subject);
  if (allowed && account?.enabled) await mailCode(context, resetCode, account, code, resetCodeMail);
  await answerTime;
  return allowed;
}

/**
 * The account whose code this is, or null: wrong, expired, used, guessed too often or no such account. The code stays valid until
 * a new password is set, so that a password that the policy refuses costs no second mail.
 * @param beforeRefusal Throws where the code is not to be refused, because the same form has spent it meanwhile.
 */
export async function checkResetCode(
  context: IdentityContext,
  email: string,
  code: string,
  visit: Visit,
  beforeRefusal?: () => Promise<unknown>,
): Promise<Account | null> {
  const { db } = context.database;
  const answerTime = sleep(resetAnswer.afterMs);
  const account = await createAccountRepository(db).findByEmail(email);
  // Asked for an unknown address too: it costs the same. The count of guesses is written only where there is a code, which the time hides.
  if ((await isMailedCode(context, resetCode, account, code)) && account) return account;
  await beforeRefusal?.();
  await recordSecurityEvent(db, { kind: 'reset-code-failed', sub: account?.sub ?? null, actor: 'unknown', visit });
  await answerTime;
  return null;
}
