/** Tokens of people, with which they promote. A person has one at most. */
import type { Database } from '@site/platform/database';
import { eq } from 'drizzle-orm';
import { tokens } from '../tables';
import { findPerson, setHandle, signOut } from '../people/person.repository';
import { EVERYTHING } from '../people/scope';
import { issueToken, revokeTokens, type TokenGrant } from './manage-tokens';

/** Who makes and ends them. */
export const OPERATOR = 'operator';

interface PersonalGrant extends Pick<TokenGrant, 'name' | 'verbs' | 'parts'> {
  /** Subject of the holder's account. */
  subject: string;
  expiresAt: Date;
}

/**
 * Makes a token, and revokes the one that the holder had. Its name is the handle of who has none yet.
 * @returns The secret, which is stored nowhere.
 * @throws AppError `token-name-taken` while somebody else's valid token has the name.
 */
export const issuePersonalToken = (database: Database, grant: PersonalGrant): Promise<string> =>
  database.transaction(async (tx) => {
    await revokeTokens(tx, eq(tokens.subject, grant.subject), OPERATOR);
    const { secret } = await issueToken(tx, { ...grant, environments: [EVERYTHING], createdBy: OPERATOR });
    const person = await findPerson(tx, grant.subject);
    if (!person?.handle) await setHandle(tx, grant.subject, grant.name);
    return secret;
  });

/**
 * Revokes the tokens of a person, and makes the access tokens that are out worth nothing at the registry. A new sign-in says anew in which
 * groups they are.
 * @returns Names of the tokens that were valid until now.
 */
export const endAccess = (database: Database, subject: string): Promise<string[]> =>
  database.transaction(async (tx) => {
    await signOut(tx, subject);
    return revokeTokens(tx, eq(tokens.subject, subject), OPERATOR);
  });
