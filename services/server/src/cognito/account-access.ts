/** Ending, allowing and removing access. All of it may be repeated, and does nothing for a user who is gone. */
import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUserGlobalSignOutCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { insteadOf, type UserPool } from './user-pool';

const ofUser = ({ userPoolId: UserPoolId }: UserPool, name: string) => ({ UserPoolId, Username: name });
const unlessGone = insteadOf(UserNotFoundException, null);

/** @param name The pool's own name of the user, here and below. */
export async function disableUser(pool: UserPool, name: string): Promise<void> {
  // First no new sessions, then the end of those that there are.
  await pool.client.send(new AdminDisableUserCommand(ofUser(pool, name))).catch(unlessGone);
  await pool.client.send(new AdminUserGlobalSignOutCommand(ofUser(pool, name))).catch(unlessGone);
}

export async function enableUser(pool: UserPool, name: string): Promise<void> {
  await pool.client.send(new AdminEnableUserCommand(ofUser(pool, name))).catch(unlessGone);
}

/** Refresh tokens of a deleted user are refused. */
export async function deleteUser(pool: UserPool, name: string): Promise<void> {
  await pool.client.send(new AdminDeleteUserCommand(ofUser(pool, name))).catch(unlessGone);
}

export async function resetSecondFactor(pool: UserPool, name: string): Promise<void> {
  const off = { SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false } };
  await pool.client.send(new AdminSetUserMFAPreferenceCommand({ ...ofUser(pool, name), ...off })).catch(unlessGone);
}
