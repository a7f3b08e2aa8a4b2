/** Codes that prove who reads the mail of an account: hashed at rest, they expire, and allow few guesses. An account has one of each kind at a time. */
import { randomInt, randomUUID } from 'node:crypto';
import type { Db } from '@site/platform/database';
import type { Mail } from '@site/platform/mail';
import { enqueueMail } from '@site/platform/outbox';
import { and, eq, gt, sql } from 'drizzle-orm';
import { hashSecret, verifySecret } from '../crypto/secret-hash';
import type { IdentityContext } from '../identity-context';
import { type Account, enrolmentCode, type MailedCodes } from '../tables';
import { enrolmentCodeMail, type MailContext } from './account-mails';
import { createAccountRepository } from './account.repository';
import { beginAttempt, forgetAttempts } from './lockout';

const CODE_DIGITS = 6;
const GUESSES = 5;

/** A code that is asked for again so soon is the one that is on its way: the form was sent twice. */
export const askedTwice = { withinSeconds: 10 };

export interface MailedCode {
  text: string;
  hash: string;
}

export async function createMailedCode({ config }: IdentityContext): Promise<MailedCode> {
  const text = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  return { text, hash: await hashSecret(text, config.hashCost) };
}

/**
 * The code takes the place of the one of its kind that the account had, and is mailed, unless it was {@link askedTwice}.
 * @param keeping Whether an open one stays however old it is, and nothing is mailed.
 */
export async function mailCode(
  { config, database }: IdentityContext,
  codes: MailedCodes,
  account: Account,
  { text, hash }: MailedCode,
  mail: (context: MailContext, to: Account, code: string, minutes: number) => Mail,
  keeping = false,
): Promise<void> {
  const minutes = config.resetCodeMinutes;
  const values = { codeHash: hash, expiresAt: new Date(Date.now() + minutes * 60_000), attemptsLeft: GUESSES };
  const stays = and(isOpen(codes, account.sub), keeping ? undefined : gt(codes.expiresAt, lastExpiry(minutes)));
  await database.transaction(async (tx) => {
    const kept = await tx
      .insert(codes)
      .values({ sub: account.sub, ...values })
      .onConflictDoUpdate({ target: codes.sub, set: values, setWhere: sql`not (${stays})` })
      .returning({ sub: codes.sub });
    if (kept.length > 0) await enqueueMail(tx, mail(config, account, text, minutes), { holdsForSeconds: minutes * 60 });
  });
}

/** What a code expires after that was mailed just now. @param minutes For which it holds. */
export const lastExpiry = (minutes: number): Date => new Date(Date.now() + minutes * 60_000 - askedTwice.withinSeconds * 1000);

/** Whether this is the code of the account, and neither expired nor guessed at too often. It stays valid. */
export async function isMailedCode(
  { config, database: { db } }: IdentityContext,
  codes: MailedCodes,
  account: Account | undefined,
  code: string,
): Promise<boolean> {
  // Without an account that may use it, one that there is not: it costs the same.
  const sub = account?.enabled ? account.sub : randomUUID();
  const [open] = await db
    .update(codes)
    // Counted before it is compared, so that guesses at the same time are counted too.
    .set({ attemptsLeft: sql`${codes.attemptsLeft} - 1` })
    .where(isOpen(codes, sub))
    .returning();
  const matches = await verifySecret(code.replace(/\s/g, ''), open?.codeHash, config.hashCost);
  if (matches && account) await db.update(codes).set({ attemptsLeft: GUESSES }).where(eq(codes.sub, account.sub));
  return matches;
}

const isOpen = (codes: MailedCodes, sub: string) => and(eq(codes.sub, sub), gt(codes.expiresAt, sql`now()`), gt(codes.attemptsLeft, 0));

/**
 * To whoever sets up the first second factor with nothing but a password. Only who has the password can ask for this code and guess at it.
 * @param keeping See {@link mailCode}.
 * @returns false if it was asked for too often.
 */
export async function mailEnrolmentCode(context: IdentityContext, account: Account, keeping = false): Promise<boolean> {
  if (!(await beginAttempt(context.database.db, 'enrolment-request', account.sub))) return false;
  await mailCode(context, enrolmentCode, account, await createMailedCode(context), enrolmentCodeMail, keeping);
  return true;
}

/** The first one, which a password form that is sent twice does not mail twice. */
export async function mailFirstEnrolmentCode(context: IdentityContext, account: Account): Promise<void> {
  if (!(await awaitsEnrolmentCode(context, account))) await mailEnrolmentCode(context, account, true);
}

/** Whether a code that was mailed can still be entered. */
export async function awaitsEnrolmentCode({ database: { db } }: IdentityContext, { sub }: Account): Promise<boolean> {
  const rows = await db.select({ sub: enrolmentCode.sub }).from(enrolmentCode).where(isOpen(enrolmentCode, sub));
  return rows.length > 0;
}

/** Spends the code of an account. @returns false if it has none any more: of two that do this at once, one spends it. */
export async function spendMailedCode(tx: Db, codes: MailedCodes, sub: string): Promise<boolean> {
  return (await tx.delete(codes).where(eq(codes.sub, sub)).returning({ sub: codes.sub })).length > 0;
}

/**
 * Whether this is the code of that mail. It works once.
 * @param goOn What is done in the transaction that spends the code.
 */
export async function takeEnrolmentCode(
  context: IdentityContext,
  account: Account,
  code: string,
  goOn: (tx: Db) => Promise<unknown>,
): Promise<boolean> {
  if (!(await isMailedCode(context, enrolmentCode, account, code))) return false;
  return context.database.transaction(async (tx) => {
    if (!(await spendMailedCode(tx, enrolmentCode, account.sub))) return false;
    await createAccountRepository(tx).update(account.sub, { emailVerified: true });
    await forgetAttempts(tx, 'enrolment-request', account.sub);
    await goOn(tx);
    return true;
  });
}
