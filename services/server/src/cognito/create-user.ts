/** Creating an account: the pool makes a temporary password and mails it. */
import { AdminCreateUserCommand, UsernameExistsException } from '@aws-sdk/client-cognito-identity-provider';
import type { CreateUserResult, NewUser } from '@site/platform/identity-admin';
import { findByEmail, findByName, normalizeEmail, type PoolUser, toPoolUser } from './pool-user';
import { insteadOf, type UserPool } from './user-pool';

/** @param tellOwner Mails the owner of a known address that somebody signed up with it, which Cognito has no mail for. */
export async function createUser(pool: UserPool, user: NewUser, tellOwner: (owner: PoolUser) => Promise<void>): Promise<CreateUserResult> {
  // Looked for first: Cognito would give an address that signs in through another provider a second account.
  const known = await findByEmail(pool, user.email);
  if (known) return remind(pool, known, tellOwner);
  const created = await invite(pool, user).catch(insteadOf(UsernameExistsException, null));
  if (created) return { outcome: 'created', username: created.subject };
  // Somebody was faster, and lists lag behind.
  const other = await findByName(pool, normalizeEmail(user.email));
  if (!other) throw new Error('an account vanished while it was created');
  return remind(pool, other, tellOwner);
}

async function remind(pool: UserPool, known: PoolUser, tellOwner: (owner: PoolUser) => Promise<void>): Promise<CreateUserResult> {
  if (known.status === 'FORCE_CHANGE_PASSWORD' && known.enabled) await inviteAgain(pool, known);
  else await tellOwner(known);
  return { outcome: 'exists', username: known.subject };
}

async function invite({ client, userPoolId: UserPoolId }: UserPool, { email, fullName, phone }: NewUser): Promise<PoolUser> {
  const attributes = {
    email: normalizeEmail(email),
    // Only the owner of the mailbox will know the temporary password; without this, a forgotten one could not be replaced.
    email_verified: 'true',
    name: fullName,
    phone_number: phone,
  };
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
  const { User } = await client.send(
    new AdminCreateUserCommand({ UserPoolId, Username: attributes.email, UserAttributes, DesiredDeliveryMediums: ['EMAIL'] }),
  );
  return toPoolUser(User ?? {});
}

/** Mails a new temporary password. */
const inviteAgain = ({ client, userPoolId: UserPoolId }: UserPool, { username: Username }: PoolUser) =>
  client.send(new AdminCreateUserCommand({ UserPoolId, Username, MessageAction: 'RESEND', DesiredDeliveryMediums: ['EMAIL'] }));
