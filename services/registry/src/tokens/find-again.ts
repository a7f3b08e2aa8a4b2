/** Whoever made a plan or a proposal, as they are now: it goes on without them, and not without their right. */
import type { Db } from '@site/platform/database';
import { findPerson } from '../people/person.repository';
import { holderOf, type Origin, personWithGrants, type Principal } from './principal';
import { findTokenById } from './token.repository';

/** For how long groups count that only access tokens tell. */
const GROUPS_LAST_MS = 7 * 86_400_000;

/**
 * Of a person, grants to them and to their teams are known as they are; of their groups, what their newest access token has said, if it was
 * issued within a week.
 * @returns Why they may do nothing any more, where that is so.
 */
export async function findAgain(db: Db, { tokenId, account }: Origin, now: Date): Promise<Principal | 'revoked' | 'expired' | 'no-grants'> {
  if (account !== null) return (await findPersonAgain(db, account, now)) ?? 'no-grants';
  const token = tokenId === null ? null : await findTokenById(db, tokenId);
  if (!token) return 'revoked';
  return token.state === 'valid' ? holderOf(token) : token.state;
}

async function findPersonAgain(db: Db, subject: string, now: Date): Promise<Principal | null> {
  const known = await findPerson(db, subject);
  if (!known) return null;
  const isFresh = known.seenAt !== null && now.getTime() - known.seenAt.getTime() <= GROUPS_LAST_MS;
  const person = await personWithGrants(db, { subject, handle: known.handle, groups: isFresh ? known.groups : [], since: known.createdAt });
  return person.scopes.length > 0 ? person : null;
}
