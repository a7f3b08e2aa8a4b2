/** What the roles need of the identity provider, whichever it is: the embedded one or Amazon Cognito. Nobody else asks which. */
import { correctMember, readLocation } from '@site/api/profile/rectification';
import { IDENTITY_PREFIX, type IdentityConfig } from '@site/identity/config';
import { createIdentityContext } from '@site/identity/identity-context';
import { createIdentityAdmin } from '@site/identity/local-identity-admin';
import { findGroupsOfSignIn } from '@site/identity/oidc/access-token';
import { migrateIdentity } from '@site/identity/migrate-identity';
import { readSecurityLog, type SecurityEvent } from '@site/identity/security/security-log';
import { reseal, type Resealed } from '@site/identity/reseal';
import { revokeEverybody } from '@site/identity/revoke-account';
import { identityPlugin } from '@site/identity/plugin';
import type { Database } from '@site/platform/database';
import type { IdentityAdmin } from '@site/platform/identity-admin';
import { createTokenVerifier, type TokenVerifier } from '@site/platform/jwt';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { countBreachChecks } from './breach-metrics';
import type { ServerConfig } from './config';
import { createSampleData, type SampleAccount } from './sample-data';

export type ReadSecurityLog = (which: { sub?: string; limit: number }) => Promise<SecurityEvent[]>;

/** Seals what is at rest anew with the present secret. */
export type Reseal = () => Promise<Resealed>;

/** Ends every sign-in of everybody. @returns how many there were. */
export type EndAllSignIns = () => Promise<number>;

export interface Members {
  identityAdmin: IdentityAdmin;
  /** The last entries of the security log, of one account or of all; null where Amazon Cognito keeps one. */
  readSecurityLog: ReadSecurityLog | null;
  /** Null where Amazon Cognito keeps what would be sealed. */
  reseal: Reseal | null;
  /** Null where they are Amazon Cognito's. */
  endAllSignIns: EndAllSignIns | null;
  tokenVerifier: TokenVerifier;
  /** Adds the role `identity`, if this process plays it. */
  mount(server: FastifyInstance, metrics: Registry): Promise<void>;
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

/** What the embedded provider knows of an account now, whatever its token says. */
export const currentGroupsIn =
  ({ db }: Database) =>
  (token: { sub: string; originJti: string }): Promise<string[] | null> =>
    findGroupsOfSignIn(db, token);

async function embeddedMembers(config: ServerConfig, identity: IdentityConfig, database: Database): Promise<Members> {
  await migrateIdentity(database);
  const context = await createIdentityContext(database, identity);
  const { issuer, clientId } = identity;
  return {
    identityAdmin: createIdentityAdmin(context),
    readSecurityLog: (which) => readSecurityLog(database.db, which),
    reseal: () => reseal(context),
    endAllSignIns: () => revokeEverybody(database),
    tokenVerifier: createTokenVerifier({ issuer, clientId, keys: embeddedKeys(config), currentGroups: currentGroupsIn(database) }),
    async mount(server, metrics) {
      if (config.roles.has('identity'))
        await server.register(identityPlugin, {
          prefix: IDENTITY_PREFIX,
          database,
          config: identity,
          members: { readLocation, correct: correctMember },
          onBreachCheck: countBreachChecks(metrics),
        });
    },
    createSampleData: () => createSampleData(context, config.dataDir, config.samplePassword),
  };
}
