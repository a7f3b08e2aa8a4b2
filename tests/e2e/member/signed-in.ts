/**
 * People who have signed in before a test begins. Their cookies and tokens are what the hosted pages and the identity library would have left in
 * the browser, from the same requests, but no page is drawn for it: how signing in looks is the matter of other tests.
 */
import { createHash, randomBytes } from 'node:crypto';
import { expect, type APIRequestContext, type APIResponse, type Page } from '@playwright/test';
import type { Params } from '@site/contracts/params';
import * as paths from '@site/contracts/paths';
import type { Account } from './people';

interface Tokens {
  access_token: string;
  id_token: string;
  refresh_token: string;
}

interface SignIn {
  tokens: Tokens;
  clientId: string;
}

/** Sends the first form of a hosted page, with its hidden values and what is typed. */
async function submit(request: APIRequestContext, page: APIResponse, typed: Record<string, string>): Promise<APIResponse> {
  const [, action = '', body = ''] = /<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/s.exec(await page.text()) ?? [];
  const hidden = [...body.matchAll(/<input type="hidden" name="(\w+)"[^>]*value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
  return request.post(new URL(action, page.url()).href, { form: { ...Object.fromEntries(hidden), ...typed } });
}

/**
 * A sign-in, whose cookies are those of `request`.
 * @param temporary The password of an invitation, in whose place the account's own one is chosen.
 */
async function requestTokens(
  request: APIRequestContext,
  { email, password }: Account,
  origin: string,
  temporary?: string,
): Promise<SignIn> {
  const { Auth } = (await (await request.get(`${origin}/params.json`)).json()) as Params;
  const provider = `${origin}/_idp`;
  const verifier = randomBytes(64).toString('hex');
  const query = new URLSearchParams({
    client_id: Auth.userPoolClientId,
    redirect_uri: origin + paths.signIn,
    response_type: 'code',
    scope: Auth.scopes.join(' '),
    state: 'begun-without-a-page',
    identity_provider: 'COGNITO',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  let page = await submit(request, await request.get(`${provider}/oauth2/authorize?${query.toString()}`), {
    email,
    password: temporary ?? password,
  });
  if (temporary !== undefined) page = await submit(request, page, { newPassword: password, repeatPassword: password });
  const code = new URL(page.url()).searchParams.get('code');
  expect(code, `the provider led to ${page.url()}`).not.toBeNull();
  const answer = await request.post(`${provider}/oauth2/token`, {
    form: {
      grant_type: 'authorization_code',
      client_id: Auth.userPoolClientId,
      redirect_uri: origin + paths.signIn,
      code: code!,
      code_verifier: verifier,
    },
  });
  expect(answer.status()).toBe(200);
  return { tokens: (await answer.json()) as Tokens, clientId: Auth.userPoolClientId };
}

/** What the identity library keeps of a sign-in in local storage. */
function stored({ tokens, clientId }: SignIn): Record<string, string> {
  const prefix = `CognitoIdentityServiceProvider.${clientId}`;
  const claims = Buffer.from(tokens.access_token.split('.')[1]!, 'base64url').toString();
  const { username } = JSON.parse(claims) as { username: string };
  return {
    [`${prefix}.LastAuthUser`]: username,
    [`${prefix}.${username}.accessToken`]: tokens.access_token,
    [`${prefix}.${username}.idToken`]: tokens.id_token,
    [`${prefix}.${username}.refreshToken`]: tokens.refresh_token,
    [`${prefix}.${username}.clockDrift`]: '0',
    [`${prefix}.${username}.oauthMetadata`]: JSON.stringify({ oauthSignIn: true }),
    [`${prefix}.oauthSignIn`]: 'true,false',
  };
}

/**
 * Makes the browser of a page that of somebody who is signed in, and opens the card.
 * @param origin Of the site.
 * @param temporary As of an invitation that is used for the first time.
 */
export async function openCardSignedIn(page: Page, account: Account, origin: string, temporary?: string): Promise<void> {
  const entries = stored(await requestTokens(page.context().request, account, origin, temporary));
  // A document of the site that runs nothing.
  await page.goto(`${origin}/params.json`);
  await page.evaluate((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value);
  }, entries);
  await page.goto(origin + paths.card);
}

/** The access token of a sign-in. */
export async function accessTokenOf(request: APIRequestContext, account: Account, origin: string): Promise<string> {
  return (await requestTokens(request, account, origin)).tokens.access_token;
}
