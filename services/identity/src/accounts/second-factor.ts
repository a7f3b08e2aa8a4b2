/** The authenticator app: enrolment, the check at sign-in, and recovery codes for a lost phone. */
import { createHash, randomInt } from 'node:crypto';
import type { Db } from '@site/platform/database';
import { enqueueMail } from '@site/platform/outbox';
import { createTotpSecret, matchTotp } from '../crypto/totp';
import type { IdentityContext } from '../identity-context';
import type { Account } from '../tables';
import { secondFactorMail } from './account-mails';
import { createAccountRepository } from './account.repository';
import { beginAttempt, forgetAttempts } from './lockout';

const RECOVERY_CODES = 8;
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const RECOVERY_LENGTH = 12;

/** Sealed texts are bound to the account that they belong to. */
const sealContext = (sub: string) => `totp:${sub}`;
// A recovery code carries 59 random bits, so that a fast hash protects it.
const hashRecoveryCode = (code: string) => createHash('sha256').update(code).digest('base64url');

/** The secret that the app is to scan: the one of an enrolment under way, or a new one. */
export async function startEnrolment({ database: { db }, keyring }: IdentityContext, account: Account): Promise<string> {
  if (account.totpSecret && !account.totpEnabled) return keyring.open(account.totpSecret, sealContext(account.sub));
  const secret = createTotpSecret();
  await createAccountRepository(db).update(account.sub, { totpSecret: keyring.seal(secret, sealContext(account.sub)), totpEnabled: false });
  return secret;
}

/** @returns recovery codes to show once, or null if the app's code was wrong or came too often. */
export async function finishEnrolment(context: IdentityContext, account: Account, code: string): Promise<string[] | null> {
  if (account.totpEnabled || !(await spendCode(context, account, code))) return null;
  const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
  await context.database.transaction(async (tx) => {
    await createAccountRepository(tx).update(account.sub, { totpEnabled: true, recoveryCodeHashes: codes.map(hashRecoveryCode) });
    await enqueueMail(tx, secondFactorMail(context.config, account, true));
  });
  return codes.map((text) => text.replace(/.{4}(?=.)/g, '$&-'));
}

/** @param tx Transaction in which it happens; without it, in one of its own. */
export async function removeSecondFactor({ config, database }: IdentityContext, account: Account, tx?: Db): Promise<void> {
  const remove = async (inner: Db) => {
    await createAccountRepository(inner).update(account.sub, { totpSecret: null, totpEnabled: false, recoveryCodeHashes: [] });
    await enqueueMail(inner, secondFactorMail(config, account, false));
  };
  await (tx ? remove(tx) : database.transaction(remove));
}

/** Whether a code of the app, or a recovery code, is right. It is spent by this, and attempts are limited. */
export async function checkSecondFactor(context: IdentityContext, account: Account, code: string): Promise<boolean> {
  return (await spendCode(context, account, code)) || spendRecovery(context, account, code);
}

async function spendCode({ database: { db }, keyring }: IdentityContext, account: Account, code: string): Promise<boolean> {
  const digits = code.replace(/\s/g, '');
  if (!account.totpSecret || !/^\d{6}$/.test(digits)) return false;
  if (!(await beginAttempt(db, 'second-factor', account.sub))) return false;
  const step = matchTotp(keyring.open(account.totpSecret, sealContext(account.sub)), digits, Date.now(), account.totpLastStep);
  if (step === null || !(await createAccountRepository(db).spendTotpStep(account.sub, step))) return false;
  await forgetAttempts(db, 'second-factor', account.sub);
  return true;
}

async function spendRecovery({ database: { db } }: IdentityContext, account: Account, code: string): Promise<boolean> {
  const plain = code.toLowerCase().replace(/[\s-]/g, '');
  if (plain.length !== RECOVERY_LENGTH || !(await beginAttempt(db, 'second-factor', account.sub))) return false;
  if (!(await createAccountRepository(db).spendRecoveryCode(account.sub, hashRecoveryCode(plain)))) return false;
  await forgetAttempts(db, 'second-factor', account.sub);
  return true;
}

const createRecoveryCode = () =>
  Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET.charAt(randomInt(RECOVERY_ALPHABET.length))).join('');
