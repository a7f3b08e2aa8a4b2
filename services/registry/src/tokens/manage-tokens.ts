/** The one place where tokens are made and ended, by whomever. The audit has each time. */
import { randomUUID } from 'node:crypto';
import type { Database, Db } from '@site/platform/database';
import { createToken } from '@site/platform/tokens';
import { eq, type SQL } from 'drizzle-orm';
import { recordAudit } from '../audit/audit.repository';
import { registryError } from '../errors';
import { tokens, type Verb } from '../tables';
import { isHandleOfOther } from './names';
import { hasValidToken, insertToken, lockNames, markRevoked, type Token } from './token.repository';

export interface TokenGrant {
  /** Stands beside what the holder does, in revisions and in the audit. */
  name: string;
  verbs: Verb[];
  /** `*` for all. */
  parts: string[];
  environments: string[];
  /** Null for good. */
  expiresAt: Date | null;
  /** Who made it. */
  createdBy: string;
  /** Account of the holder, where a person is to hold it. */
  subject?: string;
}

interface Issued {
  token: Token;
  /** Stored nowhere. */
  secret: string;
}

/** Makes a token with a name of its own. @throws AppError `token-name-taken`. */
export async function issueToken(tx: Db, grant: TokenGrant, reason: string | null = null): Promise<Issued> {
  const { name, verbs, subject } = grant;
  await lockNames(tx);
  if ((await hasValidToken(tx, name)) || (await isHandleOfOther(tx, name, subject ?? null)))
    throw registryError('token-name-taken', { message: `Another token, or a person, is named ${name}. Choose another name.` });
  const secret = createToken(`site_${subject === undefined ? verbs.join('-') : 'personal'}`);
  return { token: await addToken(tx, secret, grant, reason), secret };
}

/** Makes a secret that nobody had before valid. Other tokens of the same name stay valid. */
export async function addToken(tx: Db, secret: string, grant: TokenGrant, reason: string | null = null): Promise<Token> {
  const { name, verbs, parts, environments, expiresAt, createdBy } = grant;
  const token = await insertToken(tx, secret, { id: randomUUID(), ...grant });
  const details = { verbs, parts, environments, expiresAt };
  await recordAudit(tx, { actor: createdBy, action: 'issue-token', subject: name, reason, details });
  return token;
}

/** @returns Names of the tokens that were valid until now. */
export async function revokeTokens(tx: Db, which: SQL, by: string, reason: string | null = null): Promise<string[]> {
  const names = await markRevoked(tx, which);
  for (const name of names) await recordAudit(tx, { actor: by, action: 'revoke-token', subject: name, reason });
  return names;
}

/** @returns Whether there was a valid token of this name. */
export const revokeTokenNamed = async (database: Database, name: string, by: string): Promise<boolean> =>
  (await database.transaction((tx) => revokeTokens(tx, eq(tokens.name, name), by))).length > 0;
