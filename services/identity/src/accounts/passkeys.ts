/**
 * Passkeys (WebAuthn): a key that a device keeps and uses only after its owner proved to be there. With user verification required, a passkey
 * is two factors by itself. Each ceremony answers a challenge that is bound to one sign-in or session, and works once.
 */
import type { Db } from '@site/platform/database';
import { enqueueMail } from '@site/platform/outbox';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { IdentityConfig } from '../config';
import type { IdentityContext } from '../identity-context';
import type { Account } from '../tables';
import { passkeyMail } from './account-mails';
import { createAccountRepository } from './account.repository';
import { countPasskeys, needsSecondFactor, removeFactor } from './factors';
import { createPasskeyRepository } from './passkey.repository';
import { createRecoveryCodes } from './recovery-codes';

export const MOST_PASSKEYS = 10;
export const LONGEST_NAME = 40;
/** As long as a sign-in may take. */
const CHALLENGE_SECONDS = 900;
/** EdDSA, ES256 and RS256: what every supported Node.js can verify, so that processes of different versions agree. */
const ALGORITHMS = [-8, -7, -257];

export type CreationOptions = Awaited<ReturnType<typeof generateRegistrationOptions>>;
export type RequestOptions = Awaited<ReturnType<typeof generateAuthenticationOptions>>;

/** Passkeys are made for the host of the site, and used on its pages only. */
const relyingParty = ({ siteUrl }: IdentityConfig) => ({ id: new URL(siteUrl).hostname, origin: new URL(siteUrl).origin });

const base64url = z.string().regex(/^[\w-]+$/);
const credential = <T extends z.ZodType>(response: T) =>
  z.object({
    id: base64url,
    rawId: base64url,
    type: z.literal('public-key'),
    clientExtensionResults: z.object({}).default({}),
    response,
  });
const registration = credential(
  z.object({ clientDataJSON: base64url, attestationObject: base64url, transports: z.array(z.string().max(20)).max(10).default([]) }),
);
const assertion = credential(
  z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url, userHandle: base64url.nullish() }),
);

/** What the browser needs to make a passkey for the account. @param binding Sign-in or session for which it holds. */
export async function offerRegistration(
  { config, database: { db } }: IdentityContext,
  account: Account,
  binding: string,
): Promise<CreationOptions> {
  const passkeys = createPasskeyRepository(db);
  const options = await generateRegistrationOptions({
    rpName: config.brand,
    rpID: relyingParty(config).id,
    userName: account.email,
    userDisplayName: account.fullName,
    userID: Buffer.from(account.sub),
    attestationType: 'none',
    excludeCredentials: (await passkeys.list(account.sub)).map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  await passkeys.keepChallenge(`registration:${binding}`, options.challenge, CHALLENGE_SECONDS);
  return options;
}

/**
 * Keeps the passkey that the browser made, and tells the owner.
 * @param answer What the browser made, as JSON.
 * @param goOn What is done in the transaction that keeps it.
 * @returns null if it does not hold; else recovery codes to show once, where the account needs some and has none.
 */
export async function registerPasskey(
  context: IdentityContext,
  account: Account,
  { binding: uid, name, answer }: { binding: string; name: string; answer: string },
  goOn: (tx: Db) => Promise<unknown>,
): Promise<{ codes: string[] } | null> {
  const { config, database } = context;
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(config);
  const binding = `registration:${uid}`;
  const challenges = createPasskeyRepository(database.db);
  const expectedChallenge = await challenges.findChallenge(binding);
  if (expectedChallenge === undefined) return null;
  const response = parseAs(registration, answer);
  const expected = { expectedChallenge, expectedOrigin, expectedRPID, supportedAlgorithmIDs: ALGORITHMS };
  const { registrationInfo } = response
    ? await verifyRegistrationResponse({ response: response as never, ...expected }).catch(refused)
    : refused();
  if (!response || !registrationInfo) {
    await challenges.spendChallenge(binding, expectedChallenge);
    return null;
  }

  const { id, publicKey, counter } = registrationInfo.credential;
  return database.transaction(async (tx) => {
    const accounts = createAccountRepository(tx);
    const current = await accounts.lock(account.sub);
    if (!(await createPasskeyRepository(tx).spendChallenge(binding, expectedChallenge))) return null;
    if (!current || (await countPasskeys(tx, account.sub)) >= MOST_PASSKEYS) return null;
    const made = {
      id,
      sub: account.sub,
      name: [...name.trim()].slice(0, LONGEST_NAME).join('') || 'Passkey',
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: response.response.transports,
    };
    if (!(await createPasskeyRepository(tx).insert(made))) return null;
    await enqueueMail(tx, passkeyMail(config, current, 'added'));
    await goOn(tx);
    const needsCodes = needsSecondFactor(config, current) && current.recoveryCodeHashes.length === 0;
    return { codes: needsCodes ? await giveRecoveryCodes(tx, account.sub) : [] };
  });
}

/**
 * For a form that has added a passkey within a sign-in, and comes again because it was sent twice or its answer was lost: nobody may have seen the
 * recovery codes. Others take their place, unless they came with an earlier factor.
 * @param goOn What is done in the same transaction.
 * @returns null if the account has no such passkey; else recovery codes as {@link registerPasskey}.
 */
export function registerPasskeyAgain(
  { config, database }: IdentityContext,
  account: Account,
  answer: string,
  goOn: (tx: Db) => Promise<unknown>,
): Promise<{ codes: string[] } | null> {
  return database.transaction(async (tx) => {
    const current = await createAccountRepository(tx).lock(account.sub);
    if (!current || !(await hasMade(tx, current, answer))) return null;
    await goOn(tx);
    const isOnlyFactor = !current.totpEnabled && (await countPasskeys(tx, current.sub)) === 1;
    return { codes: needsSecondFactor(config, current) && isOnlyFactor ? await giveRecoveryCodes(tx, current.sub) : [] };
  });
}

/** Whether the account has the passkey that the browser made. */
export async function hasMade(db: Db, { sub }: Account, answer: string): Promise<boolean> {
  const id = parseAs(registration, answer)?.id;
  return (await createPasskeyRepository(db).list(sub)).some((passkey) => passkey.id === id);
}

async function giveRecoveryCodes(tx: Db, sub: string): Promise<string[]> {
  const { codes, hashes } = createRecoveryCodes();
  await createAccountRepository(tx).update(sub, { recoveryCodeHashes: hashes });
  return codes;
}

/**
 * What the browser needs to use a passkey.
 * @param binding Sign-in for which it holds.
 * @param account Whose passkeys; without it, whichever the person chooses.
 */
export async function offerPasskeys(
  { config, database: { db } }: IdentityContext,
  binding: string,
  account?: Account,
): Promise<RequestOptions> {
  const passkeys = createPasskeyRepository(db);
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(config).id,
    userVerification: 'required',
    ...(account && { allowCredentials: (await passkeys.list(account.sub)).map(({ id, transports }) => ({ id, transports })) }),
  });
  await passkeys.keepChallenge(`use:${binding}`, options.challenge, CHALLENGE_SECONDS);
  return options;
}

/**
 * @param answer What the browser signed, as JSON.
 * @param sub The account that it has to be; without it, the one that the passkey names.
 * @returns whose passkey it is, and what spends the answer within a transaction, and returns false if it was spent before; null if the answer does not
 * hold, which spends its challenge.
 */
export async function checkPasskey(
  context: IdentityContext,
  { binding: uid, answer, sub }: { binding: string; answer: string; sub?: string },
): Promise<{ account: Account; spend: (tx: Db) => Promise<boolean> } | null> {
  const passkeys = createPasskeyRepository(context.database.db);
  const binding = `use:${uid}`;
  const challenge = await passkeys.findChallenge(binding);
  if (challenge === undefined) return null;
  const used = await verifyUse(context, challenge, answer, sub);
  if (!used) {
    await passkeys.spendChallenge(binding, challenge);
    return null;
  }
  const spend = async (tx: Db) => {
    const spent = createPasskeyRepository(tx);
    return (await spent.spendChallenge(binding, challenge)) && spent.use(used.id, used.counter);
  };
  return { account: used.account, spend };
}

async function verifyUse({ config, database: { db } }: IdentityContext, expectedChallenge: string, answer: string, sub?: string) {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(config);
  const response = parseAs(assertion, answer);
  const found = response && (await createPasskeyRepository(db).find(response.id));
  if (!response || !found) return null;
  const { account, passkey } = found;
  const { userHandle } = response.response;
  // Some authenticators leave the handle out where the account was named; where it was not, it is what names it.
  const named = userHandle ? Buffer.from(userHandle, 'base64url').toString() : sub;
  if (named !== account.sub || (sub !== undefined && sub !== account.sub)) return null;

  const stored = { id: passkey.id, publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')), counter: passkey.counter };
  const expected = { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true };
  const result = await verifyAuthenticationResponse({ response: response as never, credential: stored, ...expected }).catch(refused);
  return result.verified ? { account, id: passkey.id, counter: result.authenticationInfo.newCounter } : null;
}

/** Whose passkey an answer names, whether or not the answer holds; null if nobody's. */
export async function ownerNamedBy({ database: { db } }: IdentityContext, answer: string): Promise<Account | null> {
  const response = parseAs(assertion, answer);
  return (response && (await createPasskeyRepository(db).find(response.id))?.account) ?? null;
}

/**
 * @param goOn What is done in the transaction that removes it, unless it is gone.
 * @returns false if it is the last factor of an account that must have one.
 */
export function removePasskey(
  context: IdentityContext,
  account: Account,
  id: string,
  goOn: (tx: Db) => Promise<unknown>,
): Promise<boolean> {
  return removeFactor(context, account.sub, async (tx) => {
    if (!(await createPasskeyRepository(tx).remove(account.sub, id))) return;
    await enqueueMail(tx, passkeyMail(context.config, account, 'removed'));
    await goOn(tx);
  });
}

function parseAs<T>(schema: z.ZodType<T>, json: string): T | null {
  try {
    return schema.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

/** The library throws for whatever does not hold. */
const refused = () => ({ verified: false, registrationInfo: undefined }) as const;
