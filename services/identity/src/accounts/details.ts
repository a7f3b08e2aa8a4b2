/** What people correct about themselves: name, phone number and location at once, the e-mail address with a code that is mailed to it. */
import { randomInt } from 'node:crypto';
import { enqueueMail } from '@site/platform/outbox';
import { and, eq, gt, sql } from 'drizzle-orm';
import { hashSecret, verifySecret } from '../crypto/secret-hash';
import type { IdentityContext } from '../identity-context';
import type { MemberRecord } from '../member-record';
import { recordSecurityEvent } from '../security/security-log';
import type { Visit } from '../sessions/visit';
import { type Account, emailChange, enrolmentCode, resetCode } from '../tables';
import { addressTakenMail, emailChangedMail, emailCodeMail } from './account-mails';
import { createAccountRepository, isAddressTaken, normalizeEmail } from './account.repository';
import { beginAttempt } from './lockout';
import { lastExpiry } from './mailed-code';

const CODE_DIGITS = 6;
const GUESSES = 5;

export interface Details {
  fullName: string;
  /** E.164, such as +12125550100. */
  phone: string;
  /** City and state; left out where the product keeps none. */
  location?: string | undefined;
}

/** Does nothing for an account that is gone, and writes nothing down where nothing is changed. */
export async function changeDetails(
  { database }: IdentityContext,
  members: MemberRecord,
  { sub }: Account,
  { location, ...details }: Details,
  visit: Visit,
): Promise<void> {
  await database.transaction(async (tx) => {
    const isMoved = location !== undefined && location !== (await members.readLocation(tx, sub));
    await members.correct(tx, sub, { ...details, ...(location !== undefined && { location }) });
    const accounts = createAccountRepository(tx);
    const current = await accounts.lock(sub);
    if (!current) return;
    if (!isMoved && current.fullName === details.fullName && current.phone === details.phone) return;
    await accounts.update(sub, details);
    await recordSecurityEvent(tx, { kind: 'details-changed', sub, actor: 'owner', visit });
  });
}

/**
 * Mails a code to the new address, unless it was asked for just now; if an account uses it, its owner is told instead. The page says the same in both cases.
 * The address may be anybody's, so that asking counts also where the change is confirmed in the end.
 * @returns false if it was asked for too often.
 */
export async function requestEmailChange({ config, database }: IdentityContext, account: Account, typed: string): Promise<boolean> {
  if (!(await beginAttempt(database.db, 'email-change', account.sub))) return false;
  const email = normalizeEmail(typed);
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const values = {
    email,
    codeHash: await hashSecret(code, config.hashCost),
    expiresAt: new Date(Date.now() + config.resetCodeMinutes * 60_000),
    attemptsLeft: GUESSES,
  };
  const newlyAsked = gt(emailChange.expiresAt, lastExpiry(config.resetCodeMinutes));
  const stays = and(eq(emailChange.email, email), gt(emailChange.attemptsLeft, 0), newlyAsked);
  await database.transaction(async (tx) => {
    const kept = await tx
      .insert(emailChange)
      .values({ sub: account.sub, ...values })
      .onConflictDoUpdate({ target: emailChange.sub, set: values, setWhere: sql`not (${stays})` })
      .returning({ sub: emailChange.sub });
    if (kept.length === 0) return;
    const owner = await createAccountRepository(tx).findByEmail(email);
    const mail = owner ? addressTakenMail(config, owner) : emailCodeMail(config, email, code, config.resetCodeMinutes);
    await enqueueMail(tx, mail, { holdsForSeconds: config.resetCodeMinutes * 60 });
  });
  return true;
}

/** The address that waits for its code, if one does. */
export async function pendingEmail({ database: { db } }: IdentityContext, sub: string): Promise<string | null> {
  const [row] = await db.select().from(emailChange).where(open(sub));
  return row?.email ?? null;
}

/**
 * The new address takes the place of the old one, which is told.
 * @returns false for a code that is wrong, expired, used or guessed at too often, for an address that an account has come to use meanwhile, and
 * for an account that is gone.
 */
export async function confirmEmailChange(
  context: IdentityContext,
  members: MemberRecord,
  account: Account,
  code: string,
  visit: Visit,
): Promise<boolean> {
  const { config, database } = context;
  const { sub } = account;
  const [waiting] = await database.db
    .update(emailChange)
    // Counted before it is compared, so that guesses at the same time are counted too.
    .set({ attemptsLeft: sql`${emailChange.attemptsLeft} - 1` })
    .where(and(open(sub), gt(emailChange.attemptsLeft, 0)))
    .returning();
  if (!(await verifySecret(code.replace(/\s/g, ''), waiting?.codeHash, config.hashCost)) || !waiting) {
    // By whoever has the session: a stranger with it would guess too. A form that comes again finds nothing to guess.
    if ((await pendingEmail(context, sub)) !== null)
      await recordSecurityEvent(database.db, { kind: 'email-code-failed', sub, actor: 'unknown', visit });
    return false;
  }
  const { email } = waiting;
  const change = database.transaction(async (tx) => {
    const accounts = createAccountRepository(tx);
    await members.correct(tx, sub, { email });
    if (!(await accounts.lock(sub))) return false;
    const own = and(eq(emailChange.sub, sub), eq(emailChange.codeHash, waiting.codeHash));
    const spent = await tx.delete(emailChange).where(own).returning({ sub: emailChange.sub });
    if (spent.length === 0) throw new CodeSpent();
    await accounts.update(sub, { email, emailVerified: true });
    // Other codes went to the old address.
    for (const codes of [resetCode, enrolmentCode]) await tx.delete(codes).where(eq(codes.sub, sub));
    await recordSecurityEvent(tx, { kind: 'email-changed', sub, actor: 'owner', visit });
    await enqueueMail(tx, emailChangedMail(config, account));
    return true;
  });
  return change.catch((error: unknown) => {
    if (error instanceof CodeSpent || isAddressTaken(error)) return false;
    throw error;
  });
}

/** Undoes the transaction: of two that confirm an address at once, one changes it. */
class CodeSpent extends Error {}

const open = (sub: string) => and(eq(emailChange.sub, sub), gt(emailChange.expiresAt, sql`now()`));
