/** People who hold tokens of their own, as their accounts are now. */
import { RELEASE_MANAGER_GROUP } from '@site/contracts/release';
import type { Db } from '@site/platform/database';
import type { Token } from './token.repository';

/** Groups of an account as it is now; null when it is gone or disabled. */
export type GroupsOf = (db: Db, subject: string) => Promise<readonly string[] | null>;

/**
 * Why the token of a person is worth nothing now. It comes back to life with what it was given for; whoever is to lose it for good is
 * taken out by the operator's command.
 * @param groupsOf Null where accounts cannot be asked.
 * @returns A sentence; null for a token that holds, or that nobody in particular has.
 */
export async function whyHolderIsRefused(db: Db, { subject }: Pick<Token, 'subject'>, groupsOf: GroupsOf | null): Promise<string | null> {
  if (subject === null || !groupsOf) return null;
  const groups = await groupsOf(db, subject);
  if (!groups) return 'The account of whoever holds this token is disabled, or gone.';
  return groups.includes(RELEASE_MANAGER_GROUP) ? null : 'Whoever holds this token is no release manager any more.';
}
