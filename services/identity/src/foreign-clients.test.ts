/** Clients that know nothing of us, against the running provider: the AWS SDK, and a certified OpenID client. */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CognitoIdentityClient, GetCredentialsForIdentityCommand, GetIdCommand } from '@aws-sdk/client-cognito-identity';
import {
  CognitoIdentityProviderClient,
  GetTokensFromRefreshTokenCommand,
  NotAuthorizedException,
  ResourceNotFoundException,
  RevokeTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { type Cable, createCable } from '@site/platform/testing/cable';
import * as client from 'openid-client';
import { createTestBrowser, createTestIdentity, signInWithPassword, type TestIdentity } from './identity-testing';

jest.setTimeout(300_000);

const PASSWORD = 'analytical engine';

describe('foreign clients', () => {
  let identity: TestIdentity;
  let origin: string;
  let cable: Cable;

  beforeAll(async () => {
    // The issuer has to be known before the server listens.
    cable = await createCable();
    origin = `http://localhost:${cable.port}`;
    identity = await createTestIdentity({ PUBLIC_URL: origin });
    await identity.addAccount({ email: 'ada@example.com', password: PASSWORD });
    cable.plugIn(new URL(await identity.app.listen({ port: 0, host: '127.0.0.1' })));
  });
  afterAll(async () => {
    await identity.close();
    await cable.close();
  });

  /** The sign-in happens in a browser; then the client goes on. */
  const signIn = () => signInWithPassword(identity, 'ada@example.com', PASSWORD, createTestBrowser(identity.app, origin));

  describe('AWS SDK', () => {
    const aws = () => ({
      region: 'us-east-1',
      endpoint: `${identity.config.issuer}/`,
      credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    });
    const pool = () => new CognitoIdentityProviderClient(aws());
    const refresh = (RefreshToken: string) => pool().send(new GetTokensFromRefreshTokenCommand({ ClientId: 'site-web', RefreshToken }));

    it('refreshes and revokes tokens', async () => {
      const { tokens } = await signIn();
      const { AuthenticationResult: result } = await refresh(tokens.refresh_token);
      expect(result).toMatchObject({ TokenType: 'Bearer', ExpiresIn: 3600, AccessToken: expect.any(String), IdToken: expect.any(String) });
      await pool().send(new RevokeTokenCommand({ ClientId: 'site-web', Token: result!.RefreshToken }));
      await expect(refresh(result!.RefreshToken!)).rejects.toBeInstanceOf(NotAuthorizedException);
    });

    it('understands the refusals', async () => {
      await expect(refresh('nonsense')).rejects.toThrow('Invalid Refresh Token');
      const unknownClient = pool().send(new GetTokensFromRefreshTokenCommand({ ClientId: 'other', RefreshToken: 'x' }));
      await expect(unknownClient).rejects.toBeInstanceOf(ResourceNotFoundException);
    });

    it('gets an identity and credentials for a guest', async () => {
      const identities = new CognitoIdentityClient(aws());
      const { IdentityId } = await identities.send(new GetIdCommand({ IdentityPoolId: identity.config.identityPoolId }));
      const { Credentials } = await identities.send(new GetCredentialsForIdentityCommand({ IdentityId }));
      expect(Credentials!.Expiration!.getTime() - Date.now()).toBeGreaterThan(3_500_000);
    });
  });

  it.each(['jwks.json', 'openid-configuration'])('find %s below the id of the pool too, as at Cognito', async (name) => {
    const { issuer, userPoolId } = identity.config;
    const [own, ofPool] = await Promise.all(['', `/${userPoolId}`].map((below) => fetch(`${issuer}${below}/.well-known/${name}`)));
    expect([ofPool!.status, await ofPool!.json()]).toEqual([200, await own!.json()]);
    expect((await fetch(`${issuer}/other_pool/.well-known/${name}`)).status).toBe(404);
  });

  describe('openid-client', () => {
    const discover = () =>
      client.discovery(new URL(identity.config.issuer), 'site-web', undefined, client.None(), { execute: [client.allowInsecureRequests] });

    it('signs in, refreshes, asks for the person and revokes', async () => {
      const config = await discover();
      const [pkceCodeVerifier, expectedState, expectedNonce] = [
        client.randomPKCECodeVerifier(),
        client.randomState(),
        client.randomNonce(),
      ];
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: `${origin}/signin`,
        scope: 'openid email profile',
        state: expectedState,
        nonce: expectedNonce,
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      });
      const browser = createTestBrowser(identity.app, origin);
      const returned = await browser.submit(await browser.open(url.href), { email: 'ada@example.com', password: PASSWORD });

      const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true };
      const tokens = await client.authorizationCodeGrant(config, new URL(returned.url), checks);
      const claims = tokens.claims()!;
      expect(claims.iss).toBe(identity.config.issuer);
      expect(await client.fetchUserInfo(config, tokens.access_token, claims.sub)).toMatchObject({ email: 'ada@example.com' });

      const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token!);
      expect(refreshed.claims()!.sub).toBe(claims.sub);
      await client.tokenRevocation(config, refreshed.refresh_token!);
      await expect(client.refreshTokenGrant(config, refreshed.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
      await expect(client.fetchUserInfo(config, refreshed.access_token, claims.sub)).rejects.toMatchObject({ status: 401 });
    });

    it('signs out by the standard way, which asks first', async () => {
      const { browser, tokens } = await signIn();
      const config = await discover();
      const page = await browser.open(client.buildEndSessionUrl(config, { post_logout_redirect_uri: `${origin}/signout` }).href);
      expect(page.text).toContain('<h1>Sign out?</h1>');
      await client.fetchUserInfo(config, tokens.access_token, client.skipSubjectCheck);
      expect((await browser.submit(page, { logout: 'yes' })).url).toBe(`${origin}/signout`);
      const asked = client.fetchUserInfo(config, tokens.access_token, client.skipSubjectCheck);
      await expect(asked).rejects.toMatchObject({ status: 401 });
      await expect(client.refreshTokenGrant(config, tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
    });
  });
});
