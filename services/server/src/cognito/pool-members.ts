/** Amazon Cognito as the identity provider of the site. */
import { seedDevelopmentData } from '@site/api/seed/seed-development-data';
import type { Database } from '@site/platform/database';
import { createTokenVerifier } from '@site/platform/jwt';
import type { ServerConfig } from '../config';
import type { Members } from '../members';
import { type CognitoConfig, keysOf } from './cognito-config';
import { createCognitoIdentityAdmin } from './cognito-identity-admin';
import { openUserPool } from './user-pool';

export function poolMembers({ brand, publicOrigin }: ServerConfig, identity: CognitoConfig, database: Database): Members {
  const { issuer, clientId } = identity;
  return {
    readSecurityLog: null,
    reseal: null,
    endAllSignIns: null,
    identityAdmin: createCognitoIdentityAdmin({ pool: openUserPool(identity), database, mails: { brand, siteUrl: publicOrigin } }),
    tokenVerifier: createTokenVerifier({ issuer, clientId, keys: keysOf(identity) }),
    mount: async () => undefined,
    // Content only: accounts of the pool are not ours to make up.
    async createSampleData() {
      await seedDevelopmentData(database);
      return [];
    },
  };
}
