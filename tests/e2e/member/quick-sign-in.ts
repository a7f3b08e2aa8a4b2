/**
 * Signing in without opening a page: the forms of the provider are sent as they are, and what the site keeps of a sign-in is put where its pages
 * put it. For tests that need somebody signed in; those about signing in go through the pages. `session.test.ts` holds both ways together.
 */
import { expect, type APIRequestContext, type APIResponse, type Page } from '@playwright/test';
import { authorizeRequest } from '@site/identity/browser-testing';
import { parseIdentityConfig } from '@site/identity/config';

export interface Account {
  email: string;
  password: string;
}

interface Tokens {
  access_token: string;
  id_token: string;
  refresh_token: string;
}

interface QuickSignIn {
  origin: string;
  clientId: string;
  tokens: Tokens;
}

/**
 * The browser of the page is signed in from now on; no page of the site is opened.
 * @param chosen Where the password is a temporary one: the password in its place.
 * @returns the token with which pages ask the API.
 */
export async function signIn(page: Page, account: Account, chosen?: string): Promise<string> {
  // These requests send and keep the cookies of the browser.
  const { origin, clientId, tokens } = await quickSignIn(page.request, account, chosen);
  await page.route(origin, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }), { times: 1 });
  await page.goto(origin);
  await page.evaluate(
    (entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value);
    },
    entriesOf(clientId, tokens),
  );
  return tokens.access_token;
}

/** The same without a browser. */
export async function signInForToken(client: APIRequestContext, account: Account, chosen?: string): Promise<string> {
  return (await quickSignIn(client, account, chosen)).tokens.access_token;
}

async function quickSignIn(client: APIRequestContext, { email, password }: Account, chosen?: string): Promise<QuickSignIn> {
  const { origin } = new URL((await client.get('/params.json')).url());
  const config = parseIdentityConfig({ PUBLIC_URL: origin });
  const { url, verifier } = authorizeRequest(config);
  let answer = await submit(client, await client.get(url), 'password', { email, password });
  if (chosen !== undefined) answer = await submit(client, answer, 'new-password', { newPassword: chosen, repeatPassword: chosen });
  const code = new URL(answer.url()).searchParams.get('code');
  if (code === null) throw new Error(`${email} is not signed in: ${await answer.text()}`);
  const form = { grant_type: 'authorization_code', client_id: config.clientId, redirect_uri: config.redirectUris[0]! };
  const exchanged = await client.post(`${config.issuer}/oauth2/token`, { form: { ...form, code, code_verifier: verifier } });
  expect(exchanged.status()).toBe(200);
  return { origin, clientId: config.clientId, tokens: (await exchanged.json()) as Tokens };
}

/** Sends a form of a hosted page with its hidden values and what is typed, and follows where that leads. */
async function submit(client: APIRequestContext, page: APIResponse, action: string, typed: Record<string, string>): Promise<APIResponse> {
  const form = new RegExp(`<form[^>]* action="([^"]*/${action})"[^>]*>(.*?)</form>`, 's').exec(await page.text());
  if (!form) throw new Error(`There is no form '${action}' at ${page.url()}: somebody else may be signed in.`);
  const [, address = '', fields = ''] = form;
  const hidden = [...fields.matchAll(/<input type="hidden" name="(\w+)"[^>]* value="([^"]*)"/g)].map(([, name = '', value]) => [
    name,
    value,
  ]);
  return client.post(new URL(address, page.url()).href, { form: { ...(Object.fromEntries(hidden) as Record<string, string>), ...typed } });
}

/** What the identity library leaves in local storage when it has returned from the hosted page. */
function entriesOf(
  clientId: string,
  { access_token: accessToken, id_token: idToken, refresh_token: refreshToken }: Tokens,
): [string, string][] {
  const { username, iat } = JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString()) as {
    username: string;
    iat: number;
  };
  const prefix = `CognitoIdentityServiceProvider.${clientId}`;
  const ofUser = { accessToken, idToken, refreshToken, clockDrift: String(iat * 1000 - Date.now()), oauthMetadata: '{"oauthSignIn":true}' };
  return [
    [`${prefix}.LastAuthUser`, username],
    ...Object.entries(ofUser).map(([name, value]): [string, string] => [`${prefix}.${username}.${name}`, value]),
    [`${prefix}.oauthSignIn`, 'true,false'],
  ];
}
