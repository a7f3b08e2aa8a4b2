import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { decodeJwt } from 'jose';
import { createTestIdentity, signInWithPassword, type TestIdentity } from './identity-testing';
import { seedDevelopmentAccounts } from './seed-development-accounts';

jest.setTimeout(300_000);

describe('sample accounts', () => {
  let identity: TestIdentity;
  beforeAll(async () => {
    identity = await createTestIdentity();
  });
  afterAll(() => identity.close());

  it('sign in with the password that was printed, each in its groups', async () => {
    const seeded = await seedDevelopmentAccounts(identity.context);
    expect(new Set(seeded.map(({ password }) => password)).size).toBe(3);
    const groups = await Promise.all(
      seeded.map(
        async ({ email, password }) =>
          decodeJwt((await signInWithPassword(identity, email, password!)).tokens.access_token)['cognito:groups'],
      ),
    );
    expect(groups).toEqual([undefined, ['staff'], ['release-manager']]);
  });

  it('stay as they are at the next start', async () => {
    const again = await seedDevelopmentAccounts(identity.context);
    expect(again.map(({ password }) => password)).toEqual([null, null, null]);
  });

  it('are refused in production', async () => {
    const production = { ...identity.context, config: { ...identity.config, production: true } };
    await expect(seedDevelopmentAccounts(production)).rejects.toThrow('not created in production');
  });
});
