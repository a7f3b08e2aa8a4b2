/** Administration of the accounts of an Amazon Cognito user pool, as the other services need it. */
import { alreadyRegisteredMail, type MailContext } from '@site/identity/accounts/account-mails';
import type { Database, Db } from '@site/platform/database';
import type { IdentityAdmin } from '@site/platform/identity-admin';
import { enqueueMail } from '@site/platform/outbox';
import { deleteUser, disableUser, enableUser, resetSecondFactor } from './account-access';
import { createUser } from './create-user';
import { changeGroups, groupsOf } from './groups';
import { listUsersInGroups } from './list-users-in-groups';
import { findByEmail, findBySubject, type PoolUser, toIdentityUser } from './pool-user';
import type { UserPool } from './user-pool';
import { verifyPassword } from './verify-password';

export interface CognitoAdminOptions {
  pool: UserPool;
  /** For mails that Cognito does not have. With the tables of the platform. */
  database: Database;
  mails: MailContext;
}

/**
 * Users are named by the subject of their tokens, whatever the pool calls them.
 * @throws AppError `service-unavailable` from every method, while Cognito cannot be reached or asks for patience.
 */
export function createCognitoIdentityAdmin({ pool, database, mails }: CognitoAdminOptions): IdentityAdmin {
  const present = async (user: PoolUser | null) => user && toIdentityUser(user, await groupsOf(pool, user.username));
  const tellOwner = (db: Db) => async (owner: PoolUser) => void (await enqueueMail(db, alreadyRegisteredMail(mails, owner)));

  /** @returns What the work returns, or undefined if there is no such user. */
  async function forUser<T>(subject: string, work: (name: string) => Promise<T>): Promise<T | undefined> {
    const user = await findBySubject(pool, subject);
    return user ? work(user.username) : undefined;
  }

  return {
    createUser: (user) => createUser(pool, user, tellOwner(database.db)),
    prepareInvitation: async () => (user, tx) => createUser(pool, user, tellOwner(tx)),
    getUser: async (subject) => present(await findBySubject(pool, subject)),
    findUserByEmail: async (email) => present(await findByEmail(pool, email)),
    findUsersByHash: async () => [],
    listUsersInGroups: (groups) => listUsersInGroups(pool, groups),
    changeGroups: async (subject, change) => (await forUser(subject, (name) => changeGroups(pool, name, change))) ?? false,
    verifyPassword: async (subject, password) => (await forUser(subject, (name) => verifyPassword(pool, name, password))) ?? false,
    hasPassword: async (subject) => (await findBySubject(pool, subject))?.hasPassword ?? false,
    readRecords: async () => null,
    disable: (subject) => forUser(subject, (name) => disableUser(pool, name)),
    enable: (subject) => forUser(subject, (name) => enableUser(pool, name)),
    resetSecondFactor: (subject) => forUser(subject, (name) => resetSecondFactor(pool, name)),
    deleteUser: (subject) => forUser(subject, (name) => deleteUser(pool, name)),
  };
}
