/** The authenticator app: enrolment, and the check of its codes or of a recovery code at sign-in. */
import type { Db } from '@site/platform/database';
import { enqueueMail } from '@site/platform/outbox';
import { createTotpSecret, matchTotp, totpUri } from '../crypto/totp';
import type { IdentityContext } from '../identity-context';
import type { Account } from '../tables';
import { secondFactorMail } from './account-mails';
import { createAccountRepository } from './account.repository';
import { removeFactor } from './factors';
import { beginAttempt, forgetAttempts } from './lockout';
import { createRecoveryCodes, recoveryCodeHash } from './recovery-codes';

/** Sealed texts are bound to the account that they belong to. */
export const sealContext = (sub: string) => `totp:${sub}`;

/** A secret that an app is to scan. It travels with the form and is kept by nobody until the app has proved that it has it. */
export interface Enrolment {
  secret: string;
  /** The secret as the form carries it. */
  sealed: string;
  /** Address behind the picture that the app scans. */
  uri: string;
}

/**
 * @param binding The sign-in or session whose form this is: in another one it does not open.
 * @param sealed Of the form that came back, so that a mistyped code does not mean to scan again.
 */
export function startEnrolment({ config, keyring }: IdentityContext, account: Account, binding: string, sealed?: string): Enrolment {
  const secret = (sealed && openEnrolment({ keyring }, binding, sealed)) || createTotpSecret();
  const uri = totpUri(secret, account.email, config.brand);
  return { secret, sealed: keyring.seal(secret, enrolmentContext(binding)), uri };
}

/**
 * Turns the app on. When the form comes again, because it was sent twice or its answer was lost, nobody may have seen the recovery codes: then others
 * take their place. Whoever has the form has the secret, so that its code may come again here, and only here.
 * @param goOn What is done in the transaction that turns it on; `isAgain` for a form that came before.
 * @returns recovery codes to show once, or why there are none: the app's code was wrong or came too often, or another app was turned on meanwhile.
 */
export async function finishEnrolment(
  context: IdentityContext,
  account: Account,
  form: { binding: string; sealed: string; code: string },
  goOn: (tx: Db, isAgain: boolean) => Promise<unknown>,
): Promise<string[] | 'wrong-code' | 'other-app'> {
  const { config, database, keyring } = context;
  const secret = openEnrolment(context, form.binding, form.sealed);
  const code = digitsOf(form.code);
  if (!secret || !code || !(await beginAttempt(database.db, 'second-factor', account.sub))) return 'wrong-code';
  const step = matchTotp(secret, code, Date.now(), 0);
  if (step === null) return 'wrong-code';
  const { codes, hashes } = createRecoveryCodes();
  return database.transaction(async (tx) => {
    const accounts = createAccountRepository(tx);
    const current = await accounts.lock(account.sub);
    if (!current) return 'wrong-code';
    const { totpEnabled: isOn, totpSecret: stored, totpLastStep } = current;
    const isAgain = isOn && stored !== null && keyring.open(stored, sealContext(account.sub)) === secret;
    if (isOn && !isAgain) return 'other-app';
    if (isAgain && step < totpLastStep) return 'wrong-code';
    const totpSecret = keyring.seal(secret, sealContext(account.sub));
    await accounts.update(account.sub, { totpSecret, totpEnabled: true, totpLastStep: step, recoveryCodeHashes: hashes });
    await forgetAttempts(tx, 'second-factor', account.sub);
    if (!isAgain) await enqueueMail(tx, secondFactorMail(config, account, true));
    await goOn(tx, isAgain);
    return codes;
  });
}

/**
 * @param goOn What is done in the transaction that removes it, unless the account had none.
 * @returns false if it is the last factor of an account that must have one.
 */
export function removeAuthenticator(context: IdentityContext, account: Account, goOn: (tx: Db) => Promise<unknown>): Promise<boolean> {
  return removeFactor(context, account.sub, async (tx, { totpEnabled }) => {
    if (!totpEnabled) return;
    await createAccountRepository(tx).update(account.sub, { totpSecret: null, totpEnabled: false });
    await enqueueMail(tx, secondFactorMail(context.config, account, false));
    await goOn(tx);
  });
}

/**
 * Looks at a code of the app, or a recovery code; attempts are limited.
 * @returns what spends it within a transaction, and returns false if it is wrong or was spent before; null if it cannot be a code, or came too often.
 */
export async function checkSecondFactor(
  context: IdentityContext,
  account: Account,
  code: string,
): Promise<((tx: Db) => Promise<boolean>) | null> {
  const spend = spendCode(context, account, code) ?? spendRecovery(account, code);
  if (!spend || !(await beginAttempt(context.database.db, 'second-factor', account.sub))) return null;
  return async (tx) => {
    if (!(await spend(tx))) return false;
    await forgetAttempts(tx, 'second-factor', account.sub);
    return true;
  };
}

function spendCode({ keyring }: IdentityContext, account: Account, typed: string): ((tx: Db) => Promise<boolean>) | null {
  const code = digitsOf(typed);
  const { sub, totpEnabled, totpSecret, totpLastStep } = account;
  if (!totpEnabled || !totpSecret || !code) return null;
  const step = matchTotp(keyring.open(totpSecret, sealContext(sub)), code, Date.now(), totpLastStep);
  return async (tx) => step !== null && createAccountRepository(tx).spendTotpStep(sub, step);
}

function spendRecovery({ sub }: Account, typed: string): ((tx: Db) => Promise<boolean>) | null {
  const hash = recoveryCodeHash(typed);
  return hash === null ? null : (tx) => createAccountRepository(tx).spendRecoveryCode(sub, hash);
}

const enrolmentContext = (binding: string) => `enrolment:${binding}`;

function openEnrolment({ keyring }: Pick<IdentityContext, 'keyring'>, binding: string, sealed: string): string | null {
  try {
    return keyring.open(sealed, enrolmentContext(binding));
  } catch {
    return null;
  }
}

function digitsOf(typed: string): string | null {
  const digits = typed.replace(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}
