/** What the roles need of the identity provider, whichever it is: the embedded one or Amazon Cognito. Nobody else asks which. */
import { IDENTITY_PREFIX, type IdentityConfig } from '@site/identity/config';
import { createIdentityContext } from '@site/identity/identity-context';
import { createIdentityAdmin } from '@site/identity/local-identity-admin';
import { migrateIdentity } from '@site/identity/migrate-identity';
import { identityPlugin } from '@site/identity/plugin';
import type { Database } from '@site/platform/database';
import type { IdentityAdmin } from '@site/platform/identity-admin';
import { createTokenVerifier, type TokenVerifier } from '@site/platform/jwt';
import type { FastifyInstance } from 'fastify';
import type { ServerConfig } from './config';
import { createSampleData, type SampleAccount } from './sample-data';

export interface Members {
  identityAdmin: IdentityAdmin;
  tokenVerifier: TokenVerifier;
  /** Adds the role `identity`, if this process plays it. */
  mount(server: FastifyInstance): Promise<void>;
  /** @returns Accounts to sign in with; none where they are not ours to create. */
  createSampleData(): Promise<SampleAccount[]>;
}

export async function openMembers(config: ServerConfig, database: Database): Promise<Members> {
  const { identity } = config;
  if (identity.kind === 'embedded') return embeddedMembers(config, identity, database);
  // The SDK is large; only those who use Cognito wait for it.
  const { poolMembers } = await import('./cognito/pool-members');
  return poolMembers(config, identity, database);
}

/** Where the embedded provider publishes the keys that its tokens are signed with. */
export const embeddedKeys = ({ identityUrl }: Pick<ServerConfig, 'identityUrl'>): URL =>
  new URL(`${identityUrl}${IDENTITY_PREFIX}/.well-known/jwks.json`);

async function embeddedMembers(config: ServerConfig, identity: IdentityConfig, database: Database): Promise<Members> {
  await migrateIdentity(database);
  const context = await createIdentityContext(database, identity);
  const { issuer, clientId } = identity;
  return {
    identityAdmin: createIdentityAdmin(context),
    tokenVerifier: createTokenVerifier({ issuer, clientId, keys: embeddedKeys(config) }),
    async mount(server) {
      if (config.roles.has('identity')) await server.register(identityPlugin, { prefix: IDENTITY_PREFIX, database, config: identity });
    },
    createSampleData: () => createSampleData(context, config.dataDir, config.samplePassword),
  };
}
