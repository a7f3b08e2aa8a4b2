/**
 * What the services need of the identity provider beyond tokens. The embedded provider implements it on its own tables; a deployment with
 * Amazon Cognito implements it with the AWS SDK, where `tx` reaches the mails and not the accounts: callers repeat what a rollback undid.
 */
import type { AccountRecords } from '@site/contracts/api/privacy';
import type { Db } from './database';

export interface NewUser {
  email: string;
  fullName: string;
  /** E.164, such as +12125550100. */
  phone: string;
}

export interface IdentityUser {
  /** Opaque and stable; the claim `sub` and `username` of tokens. */
  username: string;
  email: string;
  fullName: string;
  phone: string;
  /** `FORCE_CHANGE_PASSWORD` until the first sign-in. */
  status: 'FORCE_CHANGE_PASSWORD' | 'CONFIRMED';
  enabled: boolean;
  groups: string[];
  createdAt: Date;
}

export interface CreateUserResult {
  /** For the caller only: what a visitor is told must not depend on it. */
  outcome: 'created' | 'exists';
  username: string;
}

/** Groups that it does not name stay as they are. */
export interface GroupChange {
  add?: readonly string[];
  remove?: readonly string[];
}

/**
 * Creates an account and mails its owner a temporary password. If the address is known, its owner gets a mail that says so instead; an
 * owner who never signed in gets a new temporary password.
 * @param tx Transaction in which the account is written and the mail queued.
 */
export type Invite = (user: NewUser, tx: Db) => Promise<CreateUserResult>;

export interface IdentityAdmin {
  /** {@link Invite} in a transaction of its own. Takes as long for a known address as for an unknown one. */
  createUser(user: NewUser): Promise<CreateUserResult>;
  /**
   * Makes a temporary password ready, which takes long: callers with a transaction of their own do it before they begin that.
   * @param by For the security log: of an address that a visitor has typed nobody knows whose it is. Default: the administration.
   * @returns what gives it to one user.
   */
  prepareInvitation(by?: 'administrator' | 'visitor'): Promise<Invite>;
  getUser(username: string, tx?: Db): Promise<IdentityUser | null>;
  findUserByEmail(email: string): Promise<IdentityUser | null>;
  /**
   * Those of whose usernames these are the SHA-256, in hexadecimal digits. None where users are not in the database (Cognito), whose backups then bring
   * none back.
   */
  findUsersByHash(hashes: readonly string[]): Promise<IdentityUser[]>;
  /** Everybody in at least one of the groups, in the order of addresses. */
  listUsersInGroups(groups: readonly string[]): Promise<IdentityUser[]>;
  /**
   * Changes the groups of a user, without undoing what another change does at the same time. What a token allows follows at once, where the provider can
   * be asked; tokens carry them from the next refresh on. With the embedded provider, a first group that requires a second factor ends all sessions.
   * @returns false if there is no such user.
   */
  changeGroups(username: string, change: GroupChange, tx?: Db): Promise<boolean>;
  /** Whether this is the user's password. Counts as a sign-in attempt: too many failures make it answer false for a while. */
  verifyPassword(username: string, password: string): Promise<boolean>;
  /** What the provider keeps of a user, for the user, without secrets; null if it keeps that itself (Cognito), or there is no such user. */
  readRecords(username: string): Promise<AccountRecords | null>;
  /** Whether the user has a password at all, or signs in through another provider only. */
  hasPassword(username: string): Promise<boolean>;
  /** Ends all sessions and refuses new ones until {@link IdentityAdmin.enable}. */
  disable(username: string, tx?: Db): Promise<void>;
  enable(username: string, tx?: Db): Promise<void>;
  /** Removes every second factor of a user who lost it and proved otherwise who they are. The embedded provider ends all sessions, too. */
  resetSecondFactor(username: string, tx?: Db): Promise<void>;
  /** Ends all sessions and removes the user with all that the provider knows. Idempotent. */
  deleteUser(username: string, tx?: Db): Promise<void>;
}
