/** Where people sign in: what a client needs to know for the authorization code flow of OAuth 2.0 with PKCE. */
import { refusals } from '@site/platform/http';
import type { TokenVerifier } from '@site/platform/jwt';
import { type SignInProvider, signInProviderSchema } from '@site/release-model/registry-answers';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { registryError } from '../errors';
import type { GroupsOf } from '../tokens/holders';

export interface SignInOptions {
  /** Accepts the access tokens of the site and of the command. */
  verifier: TokenVerifier;
  /** Null where the command cannot sign in, and people come with the access tokens of the site alone. */
  provider: SignInProvider | null;
  /**
   * Asks about accounts that need not be signed in. Left out where that cannot be asked: tokens of people hold then until they are revoked, and
   * groups are those with which somebody came last.
   */
  groupsOf?: GroupsOf;
}

const schema = { response: { 200: signInProviderSchema, ...refusals(404) } };

export const signInRoute: FastifyPluginAsyncZod<{ provider: SignInProvider | null }> = async (fastify, { provider }) => {
  fastify.get('/sign-in', { schema }, async () => {
    if (!provider) throw registryError('sign-in-not-offered');
    return provider;
  });
};
