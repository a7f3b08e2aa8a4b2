import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { callCognito, createTestIdentity, signInWithPassword, type TestIdentity, type Tokens } from '../identity-testing';

jest.setTimeout(300_000);

const PASSWORD = 'analytical engine';
const POOL = 'AWSCognitoIdentityProviderService';
const IDENTITIES = 'AWSCognitoIdentityService';

interface Refreshed {
  AuthenticationResult: { AccessToken: string; IdToken: string; RefreshToken: string; ExpiresIn: number; TokenType: string };
}
interface Credentials {
  IdentityId: string;
  Credentials: { AccessKeyId: string; SecretKey: string; SessionToken: string; Expiration: number };
}

describe('the Cognito wire', () => {
  let identity: TestIdentity;
  let tokens: Tokens;

  const call = (target: string, body: unknown) => callCognito(identity.app, target, body);
  const refresh = (RefreshToken: string) => call(`${POOL}.GetTokensFromRefreshToken`, { ClientId: 'site-web', RefreshToken });
  const credentialsOf = async (body: unknown) => (await call(`${IDENTITIES}.GetCredentialsForIdentity`, body)).json<Credentials>();
  const idOf = async (Logins?: Record<string, string>) =>
    (await call(`${IDENTITIES}.GetId`, { IdentityPoolId: identity.config.identityPoolId, Logins })).json<{ IdentityId: string }>()
      .IdentityId;

  beforeAll(async () => {
    identity = await createTestIdentity();
    await identity.addAccount({ email: 'ada@example.com', password: PASSWORD });
    ({ tokens } = await signInWithPassword(identity, 'ada@example.com', PASSWORD));
  });
  afterAll(() => identity.close());

  it('refreshes tokens and rotates the refresh token', async () => {
    const answer = await refresh(tokens.refresh_token);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('application/x-amz-json-1.1');
    const { AuthenticationResult: result } = answer.json<Refreshed>();
    expect(result).toMatchObject({ ExpiresIn: 3600, TokenType: 'Bearer' });
    expect(result.RefreshToken).not.toBe(tokens.refresh_token);
    expect(decodeJwt(result.AccessToken)).toMatchObject({
      token_use: 'access',
      sub: decodeJwt(tokens.access_token).sub,
      iat: expect.any(Number),
    });
    expect(decodeJwt(result.IdToken).token_use).toBe('id');
  });

  it('answers twenty tabs that refresh at once, each within the grace', async () => {
    const signedIn = await signInWithPassword(identity, 'ada@example.com', PASSWORD);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(signedIn.tokens.refresh_token)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    const last = answers.at(-1)!.json<Refreshed>().AuthenticationResult.RefreshToken;
    expect((await refresh(last)).statusCode).toBe(200);
  });

  it('gives a refresh token that comes again within the grace its one successor, so that a thief and the owner never go on side by side', async () => {
    const { tokens: first } = await signInWithPassword(identity, 'ada@example.com', PASSWORD);
    const next = async (token: string) => (await refresh(token)).json<Refreshed>().AuthenticationResult.RefreshToken;
    const successors = await Promise.all(Array.from({ length: 5 }, () => next(first.refresh_token)));
    expect(new Set(successors).size).toBe(1);
    const third = await next(successors[0]!);
    expect(await next(first.refresh_token)).toBe(successors[0]);
    expect(await next(successors[0]!)).toBe(third);
    const other = await signInWithPassword(identity, 'ada@example.com', PASSWORD);
    expect(successors).not.toContain(await next(other.tokens.refresh_token));
  });

  it('revokes a refresh token, after which it is not authorized', async () => {
    const signedIn = await signInWithPassword(identity, 'ada@example.com', PASSWORD);
    const revoked = await call(`${POOL}.RevokeToken`, { ClientId: 'site-web', Token: signedIn.tokens.refresh_token });
    expect([revoked.statusCode, revoked.json()]).toEqual([200, {}]);
    const answer = await refresh(signedIn.tokens.refresh_token);
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['x-amzn-errortype']).toBe('NotAuthorizedException');
    expect(answer.json()).toEqual({ __type: 'NotAuthorizedException', message: 'Invalid Refresh Token' });
  });

  it.each([
    [`${POOL}.GetTokensFromRefreshToken`, { ClientId: 'other', RefreshToken: 'x' }, 'ResourceNotFoundException'],
    [`${POOL}.GetTokensFromRefreshToken`, { ClientId: 'site-web' }, 'InvalidParameterException'],
    [`${POOL}.RevokeToken`, { ClientId: 'site-web', Token: 7 }, 'InvalidParameterException'],
    [`${POOL}.InitiateAuth`, {}, 'UnknownOperationException'],
    [`${IDENTITIES}.GetId`, { IdentityPoolId: 'us-east-1:other' }, 'ResourceNotFoundException'],
    [
      `${IDENTITIES}.GetCredentialsForIdentity`,
      { IdentityId: 'us-east-1:00000000-0000-0000-0000-000000000000' },
      'ResourceNotFoundException',
    ],
    [`${IDENTITIES}.GetCredentialsForIdentity`, {}, 'InvalidParameterException'],
  ])('%s refuses %j with %s', async (target, body, name) => {
    const answer = await call(target, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['x-amzn-errortype']).toBe(name);
    expect(answer.json<{ __type: string }>().__type).toBe(name);
  });

  it('signs out everywhere with an access token, which is then no good for it any more', async () => {
    const here = await signInWithPassword(identity, 'ada@example.com', PASSWORD);
    const elsewhere = await signInWithPassword(identity, 'ada@example.com', PASSWORD);
    const signOut = () => call(`${POOL}.GlobalSignOut`, { AccessToken: here.tokens.access_token });
    expect((await signOut()).json()).toEqual({});
    for (const { tokens: ended } of [here, elsewhere]) expect((await refresh(ended.refresh_token)).statusCode).toBe(400);
    expect((await signOut()).json()).toMatchObject({ __type: 'NotAuthorizedException' });
  });

  it('refuses a body that is not JSON', async () => {
    const answer = await identity.app.inject({
      method: 'POST',
      url: '/_idp/',
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `${IDENTITIES}.GetId` },
      payload: '{',
    });
    expect(answer.json()).toEqual({ __type: 'SerializationException', message: 'The body is not JSON.' });
  });

  it('gives guests an id and credentials for an hour', async () => {
    const IdentityId = await idOf();
    expect(IdentityId).toMatch(/^us-east-1:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(await idOf()).not.toBe(IdentityId);
    const { Credentials } = await credentialsOf({ IdentityId });
    expect(Credentials.AccessKeyId).toMatch(/^ASIA[0-9A-F]{16}$/);
    expect(Credentials.Expiration - Date.now() / 1000).toBeCloseTo(3600, -2);
    const keys = createLocalJWKSet((await identity.app.inject('/_idp/.well-known/jwks.json')).json());
    const { payload } = await jwtVerify(Credentials.SessionToken, keys, { issuer: identity.config.issuer, audience: IdentityId });
    expect(payload.sub).toBeUndefined();
  });

  it('gives a member the same identity every time, and to nobody else', async () => {
    const Logins = { 'localhost:8080/_idp': tokens.id_token };
    const IdentityId = await idOf(Logins);
    expect(await idOf(Logins)).toBe(IdentityId);
    expect(decodeJwt((await credentialsOf({ IdentityId, Logins })).Credentials.SessionToken).sub).toBe(decodeJwt(tokens.id_token).sub);
    const asGuest = await call(`${IDENTITIES}.GetCredentialsForIdentity`, { IdentityId });
    expect(asGuest.headers['x-amzn-errortype']).toBe('ResourceNotFoundException');
    const provider = 'localhost:8080/_idp';
    for (const refused of [{ [provider]: tokens.access_token }, { 'login.elsewhere.example': tokens.id_token }]) {
      const asked = await call(`${IDENTITIES}.GetId`, { IdentityPoolId: identity.config.identityPoolId, Logins: refused });
      expect(asked.headers['x-amzn-errortype']).toBe('NotAuthorizedException');
    }
  });

  it('lets scripts of the site read answers, and those of nobody else', async () => {
    const from = (origin: string) =>
      identity.app.inject({ method: 'OPTIONS', url: '/_idp/', headers: { origin, 'access-control-request-headers': 'x-amz-target' } });
    expect((await from('http://localhost:8080')).headers).toMatchObject({
      'access-control-allow-origin': 'http://localhost:8080',
      'access-control-allow-headers': 'x-amz-target',
    });
    expect((await from('http://evil.example')).headers['access-control-allow-origin']).toBeUndefined();
  });
});
