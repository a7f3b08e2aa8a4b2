import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openDatabase } from '@site/platform/database';
import { createTestDirectory } from '@site/platform/testing';
import { callCognito, authorizeRequest, createTestBrowser, createTestIdentity, signInWithPassword } from './identity-testing';

jest.setTimeout(300_000);

const PASSWORD = 'analytical engine';

describe('a restart', () => {
  let directory: { path: string; remove: () => Promise<void> };
  beforeAll(async () => {
    directory = await createTestDirectory();
  });
  afterAll(() => directory.remove());

  async function running() {
    const database = await openDatabase({ dataDir: directory.path });
    const identity = await createTestIdentity({}, database);
    const stop = async () => {
      await identity.close();
      await database.close();
    };
    const keys = async () => (await identity.app.inject('/_idp/.well-known/jwks.json')).json<unknown>();
    return { identity, keys, stop };
  }

  it('keeps accounts, keys, sessions and tokens', async () => {
    const before = await running();
    await before.identity.addAccount({ email: 'ada@example.com', password: PASSWORD });
    const { tokens, browser } = await signInWithPassword(before.identity, 'ada@example.com', PASSWORD);
    const keysBefore = await before.keys();
    await before.stop();

    const after = await running();
    expect(await after.keys()).toEqual(keysBefore);
    const userInfo = await after.identity.app.inject({
      url: '/_idp/oauth2/userInfo',
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(userInfo.json()).toMatchObject({ email: 'ada@example.com' });
    const refreshed = await callCognito(after.identity.app, 'AWSCognitoIdentityProviderService.GetTokensFromRefreshToken', {
      ClientId: 'site-web',
      RefreshToken: tokens.refresh_token,
    });
    expect(refreshed.statusCode).toBe(200);
    const sameBrowser = createTestBrowser(after.identity.app);
    for (const [name, cookie] of browser.cookies) sameBrowser.cookies.set(name, cookie);
    expect((await sameBrowser.open(authorizeRequest(after.identity.config).url)).url).toContain('/signin?code=');
    expect((await signInWithPassword(after.identity, 'ada@example.com', PASSWORD)).tokens.access_token).toBeDefined();
    await after.stop();
  });
});
