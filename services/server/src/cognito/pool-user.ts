/** Finding a user of the pool. */
import {
  AdminGetUserCommand,
  type AttributeType,
  ListUsersCommand,
  UserNotFoundException,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import type { IdentityUser } from '@site/platform/identity-admin';
import { insteadOf, type UserPool } from './user-pool';

/**
 * A user as the pool knows it. `username` is the pool's own name, which operations take: for an account of the pool it is the subject of its
 * tokens; for one of an upstream provider it is that provider's name and id.
 */
export interface PoolUser extends Omit<IdentityUser, 'groups'> {
  subject: string;
  /** Whether the pool has a password of the user, who otherwise signs in through another provider only. */
  hasPassword: boolean;
}

/** @param subject Claim `sub` of the user's tokens. */
export async function findBySubject(pool: UserPool, subject: string): Promise<PoolUser | null> {
  const user = await findByName(pool, subject);
  // The operation also takes an address for a name, and an address is no subject.
  return user?.subject === subject ? user : findByAttribute(pool, 'sub', subject);
}

/** @param name The pool's own name of the user, or an address with which the user may sign in. */
export async function findByName({ client, userPoolId: UserPoolId }: UserPool, name: string): Promise<PoolUser | null> {
  const found = await client.send(new AdminGetUserCommand({ UserPoolId, Username: name })).catch(insteadOf(UserNotFoundException, null));
  return found && toPoolUser({ ...found, Attributes: found.UserAttributes });
}

/** Of several users with one address, the one who has a password. */
export const findByEmail = (pool: UserPool, email: string): Promise<PoolUser | null> =>
  findByAttribute(pool, 'email', normalizeEmail(email));

/** One spelling per mailbox. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

async function findByAttribute(
  { client, userPoolId: UserPoolId }: UserPool,
  name: 'sub' | 'email',
  value: string,
): Promise<PoolUser | null> {
  const { Users = [] } = await client.send(new ListUsersCommand({ UserPoolId, Filter: `${name} = "${quoted(value)}"` }));
  const users = Users.map(toPoolUser);
  return users.find((user) => user.hasPassword) ?? users[0] ?? null;
}

const quoted = (value: string) => value.replace(/["\\]/g, '\\$&');

export function toPoolUser({ Username = '', Attributes = [], UserStatus, Enabled = true, UserCreateDate }: UserType): PoolUser {
  const valueOf = attributes(Attributes);
  return {
    username: Username,
    subject: valueOf('sub'),
    email: normalizeEmail(valueOf('email')),
    fullName: valueOf('name'),
    phone: valueOf('phone_number'),
    status: UserStatus === 'FORCE_CHANGE_PASSWORD' ? 'FORCE_CHANGE_PASSWORD' : 'CONFIRMED',
    hasPassword: UserStatus !== 'EXTERNAL_PROVIDER',
    enabled: Enabled,
    createdAt: UserCreateDate ?? new Date(0),
  };
}

function attributes(list: AttributeType[]) {
  const values = new Map(list.map(({ Name, Value }) => [Name, Value]));
  return (name: string): string => values.get(name) ?? '';
}

/** As the other services see it. */
export const toIdentityUser = (user: PoolUser, groups: string[]): IdentityUser => {
  const { subject: username, email, fullName, phone, status, enabled, createdAt } = user;
  return { username, email, fullName, phone, status, enabled, groups, createdAt };
};
