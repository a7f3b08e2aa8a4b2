/** Who makes a request, whichever way they come: with a token of the registry, or signed in at the identity provider. */
import type { Db } from '@site/platform/database';
import { type Grant, grantsOf, scopeOf } from '../people/grant.repository';
import { type Person, teamsOf } from '../people/person.repository';
import type { Scope } from '../people/scope';
import type { Token } from './token.repository';

/** Who acts, and the parts that they may do it with. */
export interface Actor {
  name: string;
  /** `*` for all. */
  parts: readonly string[];
  /** The same, in an environment. */
  partsIn: (environment: string) => readonly string[];
  /** Whether what they may do comes from a token; otherwise from grants. */
  hasToken: boolean;
  /** Whether it is a program of ours, which has no reasons of its own. */
  isProgram?: boolean;
}

export interface Principal {
  /** Stands beside what they do. */
  name: string;
  /**
   * Who it is: the account of a person, whether they are signed in or hold a token, else the name of the token. A token that nobody in
   * particular holds is a principal of its own.
   */
  key: string;
  scopes: readonly Scope[];
  came: { with: 'token'; token: Token } | { with: 'sign-in'; person: SignedIn };
}

export interface SignedIn extends Pick<Person, 'subject' | 'handle' | 'groups'> {
  /** When the registry first knew of them. */
  since: Date;
  teams: readonly string[];
  grants: readonly Grant[];
}

export function holderOf(token: Token): Principal {
  const { subject, name, verbs, parts, environments, expiresAt } = token;
  // Who promotes has always approved, too.
  const allowed = verbs.includes('promote') ? [...new Set([...verbs, 'approve' as const])] : verbs;
  return {
    name,
    key: subject === null ? `token ${name}` : keyOf(subject),
    scopes: [{ verbs: allowed, parts, environments, expiresAt }],
    came: { with: 'token', token },
  };
}

/** @param person Whose groups are those that count. */
export async function personWithGrants(db: Db, person: Omit<SignedIn, 'teams' | 'grants'>): Promise<Principal> {
  const { subject, handle, groups } = person;
  const teams = await teamsOf(db, subject);
  const grants = await grantsOf(db, { subject, groups, teams });
  return {
    name: handle ?? `account ${subject.slice(0, 8)}`,
    key: keyOf(subject),
    scopes: grants.map(scopeOf),
    came: { with: 'sign-in', person: { ...person, teams, grants } },
  };
}

const keyOf = (subject: string): string => `account ${subject}`;

/** How whoever made something came, which is how they are found again: with this token, or signed in to this account. */
export interface Origin {
  tokenId: string | null;
  account: string | null;
}

export const originOf = ({ came }: Principal): Origin =>
  came.with === 'token' ? { tokenId: came.token.id, account: null } : { tokenId: null, account: came.person.subject };
