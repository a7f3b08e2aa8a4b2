/** Whoever made a plan or a proposal, as they are now: it goes on without them, and not without their right. */
import type { Db } from '@site/platform/database';
import { findPerson } from '../people/person.repository';
import { type GroupsOf, whyHolderIsRefused } from './holders';
import { holderOf, type Origin, personWithGrants, type Principal } from './principal';
import { findTokenById } from './token.repository';

/** For how long groups count where only access tokens tell them. */
const GROUPS_LAST_MS = 7 * 86_400_000;

export interface FindOptions {
  now: Date;
  /** Null where accounts cannot be asked about. */
  groupsOf: GroupsOf | null;
}

/**
 * Of a person, grants to them and to their teams are known as they are, and so are their groups where accounts can be asked about; elsewhere
 * the groups are what their newest access token has said, if it was issued within a week.
 * @returns Why they may do nothing any more, where that is so.
 */
export async function findAgain(
  db: Db,
  { tokenId, account }: Origin,
  options: FindOptions,
): Promise<Principal | 'revoked' | 'expired' | 'no-grants'> {
  if (account !== null) return (await findPersonAgain(db, account, options)) ?? 'no-grants';
  const token = tokenId === null ? null : await findTokenById(db, tokenId);
  if (!token) return 'revoked';
  if (token.state !== 'valid') return token.state;
  return (await whyHolderIsRefused(db, token, options.groupsOf)) === null ? holderOf(token) : 'no-grants';
}

async function findPersonAgain(db: Db, subject: string, { now, groupsOf }: FindOptions): Promise<Principal | null> {
  const known = await findPerson(db, subject);
  if (!known) return null;
  const isFresh = known.seenAt !== null && now.getTime() - known.seenAt.getTime() <= GROUPS_LAST_MS;
  const lastSeen = isFresh ? known.groups : [];
  const groups = groupsOf ? await groupsOf(db, subject) : lastSeen;
  if (!groups) return null;
  const person = await personWithGrants(db, { subject, handle: known.handle, groups: [...groups], since: known.createdAt });
  return person.scopes.length > 0 ? person : null;
}
