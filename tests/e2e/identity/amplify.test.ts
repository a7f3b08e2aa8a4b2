/** The real Amplify in a real browser against the embedded provider: the states and messages of the specification, sections 4 and 8. */
import { expect } from '@playwright/test';
import { PASSWORD, PLAYER, test } from './provider-fixture';

const REFRESH = 'GetTokensFromRefreshToken';

/** Runs in the page. By the drift that is stored, its token ends in so many milliseconds. */
function endSoon(ms: number): string {
  const keyOf = (name: string): string => Object.keys(localStorage).find((key) => key.endsWith(`.${name}`))!;
  const { exp } = JSON.parse(atob(localStorage.getItem(keyOf('accessToken'))!.split('.')[1]!)) as { exp: number };
  const drift = String(exp * 1000 - Date.now() - ms);
  localStorage.setItem(keyOf('clockDrift'), drift);
  return drift;
}

/** Runs in the page. */
const accessTokenOf = (forceRefresh: boolean): Promise<string | null> =>
  window.amplify.fetchAuthSession({ forceRefresh }).then(({ tokens }) => tokens?.accessToken.toString() ?? null);

test('signs in with the default provider and stores the tokens', async ({ harness }) => {
  await harness.signIn();
  const names = Object.keys(await harness.stored()).map((key) => key.split('.').at(-1));
  for (const name of ['accessToken', 'idToken', 'refreshToken', 'clockDrift', 'LastAuthUser']) expect(names).toContain(name);
  expect((await harness.session()).access).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  const user = await harness.page.evaluate(() => window.amplify.getCurrentUser());
  expect(user.username).toBe(user.userId);
});

for (const [label, provider] of [
  ['Google', 'Google'],
  ['LinkedIn', { custom: 'LinkedIn' }],
] as const) {
  test(`signs in with ${label}`, async ({ harness }) => {
    await harness.start({ provider });
    await expect(harness.page.getByText(`Stands in for ${label}`)).toBeVisible();
    await harness.page.getByRole('button', { name: /Sample Staff/ }).click();
    await harness.event('signedIn');
    expect(await harness.token('accessToken')).toBeDefined();
  });
}

test('refuses to sign in while somebody is signed in', async ({ harness }) => {
  await harness.signIn();
  const message = await harness.page.evaluate(() =>
    window.amplify.signInWithRedirect({}).then(
      () => '',
      (error: Error) => error.message,
    ),
  );
  expect(message).toBe('There is already a signed in user.');
});

test('leads from the invitation to the first sign-in', async ({ harness, site }) => {
  const email = `first-${Date.now()}@example.com`;
  await site.invite(email);
  const temporary = /^ {4}(\S+)$/m.exec(await site.lastMailTo(email))![1]!;
  await harness.start();
  await harness.fillSignIn(email, temporary);
  await harness.page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await harness.page.getByLabel('New password, again').fill(PASSWORD);
  await harness.page.getByRole('button', { name: 'Save and sign in' }).click();
  await harness.event('signedIn');
});

test('refreshes when it is forced to, and stores the rotated token', async ({ harness }) => {
  await harness.signIn();
  const [before, refreshToken] = [await harness.session(), await harness.token('refreshToken')];
  const after = await harness.session(true);
  expect(after.access).not.toBe(before.access);
  expect(await harness.token('refreshToken')).not.toBe(refreshToken);
  expect((await harness.event('tokenRefresh')).event).toBe('tokenRefresh');
});

for (const skewMs of [0, 300_000, -300_000]) {
  test(`refreshes within 5 seconds of expiry and not before, with a clock that is ${skewMs / 1000} s off`, async ({ harness }) => {
    const begun = Date.now();
    await harness.page.clock.setFixedTime(begun + skewMs);
    await harness.signIn();
    const drift = Number(await harness.token('clockDrift'));
    // The clock of the page stood still while it signed in; that of the provider did not, and tells whole seconds.
    expect(drift + skewMs).toBeGreaterThan(-1_000);
    expect(drift + skewMs).toBeLessThanOrEqual(Date.now() - begun);
    const { exp, access } = await harness.session();
    const boundary = exp! * 1000 - drift - 5000;
    const calls = harness.countCalls(REFRESH);

    await harness.page.clock.setFixedTime(boundary);
    expect((await harness.session()).access).toBe(access);
    expect(calls()).toBe(0);
    await harness.page.clock.setFixedTime(boundary + 1);
    expect((await harness.session()).access).not.toBe(access);
    expect(calls()).toBe(1);
  });
}

test('keeps the session over a network error, after three attempts', async ({ harness }) => {
  await harness.signIn();
  const calls = harness.countCalls(REFRESH);
  await harness.page.route('**/_idp/', (route) => route.abort());
  expect((await harness.session(true)).error).toBe('A network error has occurred.');
  expect(calls()).toBe(3);
  await harness.page.unroute('**/_idp/');
  expect(await harness.token('accessToken')).toBeDefined();
  expect((await harness.session(true)).access).not.toBeNull();
});

test('keeps the session while the provider answers 429 and 503, and goes on when it is back', async ({ harness }) => {
  await harness.signIn();
  const statuses = [429, 503];
  await harness.page.route('**/_idp/', (route) => {
    const status = statuses.shift();
    return status ? route.fulfill({ status, body: '{"__type":"InternalErrorException","message":"not now"}' }) : route.continue();
  });
  expect((await harness.session(true)).access).not.toBeNull();
  expect(statuses).toEqual([]);
});

test('signs out when the refresh token was revoked', async ({ harness, site }) => {
  await harness.signIn();
  const revoked = await site.call('AWSCognitoIdentityProviderService.RevokeToken', {
    ClientId: 'site-web',
    Token: await harness.token('refreshToken'),
  });
  expect(revoked.status).toBe(200);
  const calls = harness.countCalls(REFRESH);
  expect((await harness.session(true)).access).toBeNull();
  expect((await harness.event('tokenRefresh_failure')).message).toBe('Invalid Refresh Token');
  expect(await harness.token('accessToken')).toBeUndefined();
  expect(calls()).toBe(1);
});

test("fails with the library's words when the person goes back", async ({ harness }) => {
  await harness.start();
  await harness.page.getByLabel('E-mail').waitFor();
  await harness.page.goto(`${new URL(harness.page.url()).origin}/`);
  expect((await harness.event('signInWithRedirect_failure')).message).toBe('User cancelled OAuth flow.');
});

test('fails with the reason when the person cancels', async ({ harness }) => {
  await harness.start();
  await harness.page.getByRole('button', { name: 'Cancel' }).click();
  expect((await harness.event('signInWithRedirect_failure')).message).toBe('The sign-in was cancelled.');
  expect(Object.keys(await harness.stored()).filter((key) => key.endsWith('inflightOAuth'))).toEqual([]);
});

test('fails when the state is another', async ({ harness, site }) => {
  await harness.start();
  await harness.page.getByLabel('E-mail').waitFor();
  await harness.page.goto(`${site.origin}/signin?code=planted&state=other`);
  expect((await harness.event('signInWithRedirect_failure')).message).toBe('An error occurred while validating the state.');
  expect(await harness.token('accessToken')).toBeUndefined();
});

test('signs out: revokes the token, clears the browser, ends the hosted session and returns', async ({ harness, site }) => {
  await harness.signIn();
  const refreshToken = await harness.token('refreshToken');
  await harness.page.evaluate(() => void window.amplify.signOut());
  await harness.page.waitForURL(`${site.origin}/signout`);
  expect(await harness.token('accessToken')).toBeUndefined();
  const answer = await site.call(`AWSCognitoIdentityProviderService.${REFRESH}`, { ClientId: 'site-web', RefreshToken: refreshToken });
  expect(answer.headers.get('x-amzn-errortype')).toBe('NotAuthorizedException');
  await harness.start();
  await expect(harness.page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('gives guests credentials, once for several calls', async ({ harness }) => {
  const calls = harness.countCalls('GetCredentialsForIdentity');
  const [first, second] = [await harness.session(), await harness.session()];
  expect(first.identityId).toMatch(/^us-east-1:/);
  expect(first.guestKey).toMatch(/^ASIA/);
  expect(second.guestKey).toBe(first.guestKey);
  expect(calls()).toBe(1);
});

test('twenty tabs that find their token near its end refresh it once, and all have the new one', async ({ harness, context, site }) => {
  await harness.signIn();
  const { access: before } = await harness.session();
  const tabs = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const tab = await context.newPage();
      await tab.goto(`${site.origin}/`);
      return tab;
    }),
  );
  const drift = await harness.page.evaluate(endSoon, 5_000);
  // Browsers tell one process what another has stored a little later.
  await Promise.all(tabs.map((tab) => tab.waitForFunction((text) => Object.values(localStorage).includes(text), drift)));
  let asked = 0;
  context.on('request', (request) => (asked += Number(request.headers()['x-amz-target']?.endsWith(`.${REFRESH}`) ?? false)));
  const tokens = await Promise.all(tabs.map((tab) => tab.evaluate(accessTokenOf, false)));
  expect(asked).toBe(1);
  expect(tokens).toEqual(Array(20).fill((await harness.session()).access));
  expect(tokens[0]).not.toBe(before);
  // What is stored is the successor of the token that was used.
  expect((await harness.session(true)).access).not.toBeNull();
  expect(asked).toBe(2);
});

test('two tabs of a browser without locks that refresh at once both stay signed in', async ({ harness, context, site }) => {
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));
  await harness.signIn();
  const other = await context.newPage();
  await other.goto(`${site.origin}/`);
  const tokens = await Promise.all([harness.page, other].map((tab) => tab.evaluate(accessTokenOf, true)));
  expect(tokens).not.toContain(null);
  expect((await harness.session(true)).access).not.toBeNull();
});

test('prefills the address that the site knows', async ({ harness }) => {
  await harness.start({ options: { loginHint: PLAYER } });
  await expect(harness.page.getByLabel('E-mail')).toHaveValue(PLAYER);
});
