import type { FastifyInstance } from 'fastify';
import type { IdentityContext } from '../identity-context';
import type { ProviderHost } from '../oidc/provider-host';

export interface CognitoContext extends IdentityContext {
  host: ProviderHost;
  /** The plugin's own instance: operations that exist in OAuth are handed to its endpoints, in this process. */
  fastify: FastifyInstance;
}

/** One operation of the wire: takes the parsed body and the id of the request, answers what becomes the JSON body. @throws CognitoError. */
export type Operation = (body: unknown, requestId: string) => Promise<Record<string, unknown>>;
