/**
 * Where the identity library has the identity and credentials of a member from. The library keeps those of one person in the memory of the
 * document until that document signs out, though another tab may have changed who is signed in.
 */
import type { CredentialsAndIdentityIdProvider } from 'aws-amplify/auth';
import { cognitoCredentialsProvider } from 'aws-amplify/auth/cognito';

/** Subject of the tokens with which what is kept was asked for. */
let owner: string | undefined;

export function forgetIdentity(): void {
  owner = undefined;
  void cognitoCredentialsProvider.clearCredentialsAndIdentityId();
}

export const identityOfMember: CredentialsAndIdentityIdProvider = {
  async getCredentialsAndIdentityId(options) {
    const subject = options.tokens?.accessToken.payload.sub;
    if (owner !== undefined && owner !== subject) forgetIdentity();
    owner = subject;
    try {
      const identity = await cognitoCredentialsProvider.getCredentialsAndIdentityId(options);
      // The library has just kept it, though somebody else may be signed in by now.
      if (owner !== subject) forgetIdentity();
      return identity;
    } catch {
      // The site calls nothing with them. Who is signed in, the tokens say.
      forgetIdentity();
      return undefined;
    }
  },
  clearCredentialsAndIdentityId: forgetIdentity,
};
