/** Asking the pool whether a password is right. The app client must allow `ALLOW_ADMIN_USER_PASSWORD_AUTH`. */
import {
  AdminInitiateAuthCommand,
  NotAuthorizedException,
  PasswordResetRequiredException,
  RevokeTokenCommand,
  UserNotConfirmedException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { UserPool } from './user-pool';

/** Too many wrong ones count as wrong, as does the password of a disabled user: Cognito answers all of them alike. */
const WRONG = [NotAuthorizedException, PasswordResetRequiredException, UserNotConfirmedException, UserNotFoundException];

/** @param name The pool's own name of the user. */
export async function verifyPassword(pool: UserPool, name: string, password: string): Promise<boolean> {
  const { client, userPoolId, clientId } = pool;
  try {
    // An answer without tokens asks for a second factor or a new password, which it does for the right password only.
    const { AuthenticationResult: session } = await client.send(
      new AdminInitiateAuthCommand({
        UserPoolId: userPoolId,
        ClientId: clientId,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: name, PASSWORD: password },
      }),
    );
    if (session?.RefreshToken) await endSession(pool, session.RefreshToken);
    return true;
  } catch (error) {
    if (WRONG.some((refusal) => error instanceof refusal)) return false;
    throw error;
  }
}

/** Nobody signed in; the session that proved the password is not to stay. */
const endSession = ({ client, clientId }: UserPool, refreshToken: string) =>
  client.send(new RevokeTokenCommand({ ClientId: clientId, Token: refreshToken }));
