/** Tokens of people, with which they promote. A person has one at most. */
import type { Database } from '@site/platform/database';
import { eq } from 'drizzle-orm';
import { tokens } from '../tables';
import { EVERYTHING } from './authorize';
import { type Grant, issueToken, revokeTokens } from './manage-tokens';

/** Who makes and ends them. */
export const OPERATOR = 'operator';

interface PersonalGrant extends Pick<Grant, 'name' | 'verbs' | 'parts'> {
  /** Subject of the holder's account. */
  subject: string;
  expiresAt: Date;
}

/**
 * Makes a token, and revokes the one that the holder had.
 * @returns The secret, which is stored nowhere.
 * @throws AppError `token-name-taken` while somebody else's valid token has the name.
 */
export const issuePersonalToken = (database: Database, grant: PersonalGrant): Promise<string> =>
  database.transaction(async (tx) => {
    await revokeTokens(tx, eq(tokens.subject, grant.subject), OPERATOR);
    const { secret } = await issueToken(tx, { ...grant, environments: [EVERYTHING], createdBy: OPERATOR });
    return secret;
  });

/** @returns Names of the tokens that were valid until now. */
export const revokeTokensOf = (database: Database, subject: string): Promise<string[]> =>
  database.transaction((tx) => revokeTokens(tx, eq(tokens.subject, subject), OPERATOR));
