/** For tests only: a user pool in memory, and what a site needs to use it. */
import type { Database } from '@site/platform/database';
import type { IdentityAdmin } from '@site/platform/identity-admin';
import { parseCognitoConfig } from './cognito-config';
import { createCognitoIdentityAdmin } from './cognito-identity-admin';
import { type FakeUserPool, startFakeUserPool } from './fake-user-pool';
import { openUserPool } from './user-pool';

export const POOL = 'eu-west-1_AbCdEfGhI';

export interface TestUserPool {
  fake: FakeUserPool;
  /** Settings of a site whose accounts are in the pool. */
  env: Record<string, string>;
  /** The accounts of a site on this database, which has the tables of the platform. */
  identityAdmin(database: Database): IdentityAdmin;
  stop(): Promise<void>;
}

export async function startTestUserPool(): Promise<TestUserPool> {
  const fake = await startFakeUserPool(POOL);
  const env = {
    COGNITO_USER_POOL_ID: POOL,
    COGNITO_CLIENT_ID: 'site',
    COGNITO_DOMAIN: 'auth.example.com',
    COGNITO_ENDPOINT: fake.endpoint,
    COGNITO_ACCESS_KEY_ID: 'key',
    COGNITO_SECRET_ACCESS_KEY: 'secret',
  };
  const config = parseCognitoConfig(env);
  if (config === null) throw new Error('the settings name a pool');
  const pool = openUserPool(config);
  return {
    fake,
    env,
    identityAdmin: (database) =>
      createCognitoIdentityAdmin({ pool, database, mails: { brand: 'Practice', siteUrl: 'https://www.example.com' } }),
    async stop() {
      pool.client.destroy();
      await fake.stop();
    },
  };
}
