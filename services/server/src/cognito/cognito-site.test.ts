/** The whole site in one process, its accounts in a user pool. */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@site/platform/logging';
import { layEmptyDatabase } from '@site/platform/testing/embedded-databases';
import { createTestDirectory } from '@site/platform/testing/test-directory';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { parseServerConfig } from '../config';
import { type RunningServices, startServices } from '../start-services';
import type { FakeUserPool } from './fake-user-pool';
import { POOL, startTestUserPool, type TestUserPool } from './test-user-pool';

jest.setTimeout(300_000);

const ISSUER = `https://cognito-idp.eu-west-1.amazonaws.com/${POOL}`;

let users: TestUserPool;
let fake: FakeUserPool;
let site: RunningServices;
let key: CryptoKey;
let directory: Awaited<ReturnType<typeof createTestDirectory>>;

beforeAll(async () => {
  users = await startTestUserPool();
  ({ fake } = users);
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  key = privateKey;
  fake.keys.push({ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' });
  directory = await createTestDirectory();
  await layEmptyDatabase(directory.path);
  const config = parseServerConfig({ NODE_ENV: 'test', DATA_DIR: directory.path, ...users.env });
  // The operating system chooses the port, which no setting can ask for.
  site = await startServices({ ...config, port: 0 }, silentLogger());
});
afterAll(async () => {
  await users.stop();
  await site.close();
  await directory.remove();
});

async function get(path: string, authorization?: string) {
  const answer = await fetch(site.server.listeningOrigin + path, { headers: authorization ? { authorization } : {} });
  const text = await answer.text();
  return { statusCode: answer.status, json: <T>() => JSON.parse(text) as T };
}
const token = async (sub: string, { issuer = ISSUER, client = 'site', use = 'access' } = {}) =>
  `Bearer ${await new SignJWT({ sub, username: sub, client_id: client, token_use: use, 'cognito:groups': ['staff'] })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer(issuer)
    .setExpirationTime('5m')
    .sign(key)}`;

describe('a site with a user pool', () => {
  it('has no identity provider and no sample accounts of its own', async () => {
    expect((await get('/_idp/.well-known/jwks.json')).statusCode).not.toBe(200);
    expect(site.accounts).toEqual([]);
    expect((await get('/api/draft/playbooks')).json<unknown[]>()).not.toHaveLength(0);
  });

  it('knows its members by tokens of the pool', async () => {
    const { Username } = fake.addUser('ada@example.com');
    const authorization = await token(Username);
    expect((await get('/api/user/session', authorization)).json()).toEqual({ username: Username, groups: ['staff'] });
    expect((await get('/api/user/profile', authorization)).json()).toMatchObject({ email: 'ada@example.com', full_name: 'Ada Lovelace' });
  });

  it.each([
    ['another pool', { issuer: ISSUER.replace('AbC', 'xYz') }],
    ['the address at which it reaches the pool', { issuer: `http://127.0.0.1/${POOL}` }],
    ['another app client', { client: 'other' }],
    ['another use', { use: 'id' }],
  ])('refuses tokens of %s', async (_name, change) => {
    expect((await get('/api/user/session', await token('x', change))).statusCode).toBe(401);
  });

  it('refuses the token of somebody whom the pool does not know', async () => {
    expect((await get('/api/user/profile', await token('gone'))).json()).toMatchObject({ code: 'account-unknown' });
  });

  it('says so while the pool cannot be reached', async () => {
    fake.refuse('AdminGetUser', { name: 'InternalErrorException', status: 500 });
    const answer = await get('/api/user/profile', await token('new'));
    fake.refuse('AdminGetUser', null);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'service-unavailable']);
  });
});
