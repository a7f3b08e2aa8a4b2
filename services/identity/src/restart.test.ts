import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openDatabase } from '@site/platform/database';
import { createTestDirectory } from '@site/platform/testing';
import { layEmptyDatabase } from '@site/platform/testing/embedded-databases';
import { createKeyring } from './crypto/keyring';
import { createTotpSecret } from './crypto/totp';
import { callCognito, authorizeRequest, createTestBrowser, createTestIdentity, signInWithPassword } from './identity-testing';
import { reseal } from './reseal';
import { account } from './tables';

jest.setTimeout(300_000);

const PASSWORD = 'analytical engine';

describe('a restart', () => {
  let directory: { path: string; remove: () => Promise<void> };
  beforeAll(async () => {
    directory = await createTestDirectory();
    await layEmptyDatabase(directory.path);
  });
  afterAll(() => directory.remove());

  async function running(env: Record<string, string> = {}) {
    const database = await openDatabase({ dataDir: directory.path });
    const identity = await createTestIdentity(env, database);
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

  it('with the next secret keeps them too, and once all is sealed anew the one before can go', async () => {
    const [first, next] = ['the first secret of this installation', 'the next secret of this installation'];
    const email = 'grace@example.com';
    const secret = createTotpSecret();
    // Of an installation of its own, whose first secret is known.
    await directory.remove();
    directory = await createTestDirectory();
    await layEmptyDatabase(directory.path);

    const before = await running({ IDENTITY_SECRET: first });
    const { sub } = await before.identity.addAccount({ email, password: PASSWORD });
    const { browser, tokens } = await signInWithPassword(before.identity, email, PASSWORD);
    const sealed = before.identity.context.keyring.seal(secret, `totp:${sub}`);
    await before.identity.database.db.update(account).set({ totpEnabled: true, totpSecret: sealed });
    const form = await browser.open(`${before.identity.config.issuer}/account/password`);
    const keysBefore = await before.keys();
    await before.stop();

    const between = await running({ IDENTITY_SECRET: next, IDENTITY_ACCEPTED_SECRETS: first });
    expect(await between.keys()).toEqual(keysBefore);
    const sameBrowser = createTestBrowser(between.identity.app);
    for (const [name, cookie] of browser.cookies) sameBrowser.cookies.set(name, cookie);
    expect((await sameBrowser.open(authorizeRequest(between.identity.config).url)).url).toContain('/signin?code=');
    expect((await sameBrowser.submit(form, {})).text).toContain('Password cannot be empty');
    const refreshed = await callCognito(between.identity.app, 'AWSCognitoIdentityProviderService.GetTokensFromRefreshToken', {
      ClientId: 'site-web',
      RefreshToken: tokens.refresh_token,
    });
    expect(refreshed.statusCode).toBe(200);
    const { id } = between.identity.context.keyring;
    expect(await reseal(between.identity.context)).toEqual({ id, seals: 2, anew: 2, unreadable: 0 });
    expect(await reseal(between.identity.context)).toEqual({ id, seals: 2, anew: 0, unreadable: 0 });
    await between.stop();

    const after = await running({ IDENTITY_SECRET: next });
    expect(await after.keys()).toEqual(keysBefore);
    const { totpSecret } = (await after.identity.database.db.select().from(account))[0]!;
    expect(after.identity.context.keyring.open(totpSecret!, `totp:${sub}`)).toBe(secret);
    const stranger = { ...after.identity.context, keyring: createKeyring(first) };
    expect(await reseal(stranger)).toMatchObject({ anew: 0, unreadable: 2 });
    await after.stop();
  });
});
