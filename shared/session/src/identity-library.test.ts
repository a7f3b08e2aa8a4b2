/** What the product relies on in the identity library, in its own words: an upgrade that changes them is noticed here. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AuthError, decodeJWT, fetchAuthSession, getCurrentUser } from 'aws-amplify/auth';
import { Hub } from 'aws-amplify/utils';
import { configureLibrary, leaveForHostedPage, playProvider, PREFIX, returnsWith, storeSession, token } from './library-under-test';

let announced: { event: string; message: string | undefined }[] = [];
let stopListening: () => void;
beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/signin');
  configureLibrary();
  announced = [];
  stopListening = Hub.listen('auth', ({ payload }) => {
    const { error } = ((payload as { data?: unknown }).data ?? {}) as { error?: Error };
    announced.push({ event: payload.event, message: error?.message });
  });
});
afterEach(() => stopListening());

describe('leaving for the hosted page', () => {
  it('asks for a code with the challenge of a verifier of 128 characters, and a state of 32, both kept for the return', async () => {
    const { url, query, stored } = await leaveForHostedPage({ provider: 'Google' });
    expect(url.origin + url.pathname).toBe('https://provider.example/oauth2/authorize');
    expect(query).toEqual({
      redirect_uri: 'http://localhost/signin',
      response_type: 'code',
      client_id: 'web',
      identity_provider: 'Google',
      scope: 'openid email',
      state: expect.stringMatching(/^\w{32}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(stored[`${PREFIX}oauthPKCE`]).toMatch(/^\w{128}$/);
    expect(stored[`${PREFIX}oauthState`]).toBe(query.state);
  });

  it.each([
    ['the default one', {}, 'COGNITO'],
    ['Google', { provider: 'Google' }, 'Google'],
    ['Facebook', { provider: 'Facebook' }, 'Facebook'],
    ['Amazon', { provider: 'Amazon' }, 'LoginWithAmazon'],
    ['Apple', { provider: 'Apple' }, 'SignInWithApple'],
    ['a custom one', { provider: { custom: 'LinkedIn' } }, 'LinkedIn'],
  ] as const)('names the provider: %s', async (_, input, name) => {
    expect((await leaveForHostedPage(input)).query.identity_provider).toBe(name);
  });

  it('adds login_hint, lang, nonce and prompt where they are given', async () => {
    const options = { loginHint: 'ada@example.com', lang: 'en', nonce: 'n', prompt: 'LOGIN' } as const;
    expect((await leaveForHostedPage({ options })).query).toMatchObject({
      login_hint: 'ada@example.com',
      lang: 'en',
      nonce: 'n',
      prompt: 'login',
    });
  });

  it('is refused where the return address is none, or of a different origin', async () => {
    configureLibrary({ redirectSignIn: ['nowhere'] });
    expect((await leaveForHostedPage({})).failure).toBe('signInRedirect or signOutRedirect had an invalid format or was not found.');
    configureLibrary({ redirectSignIn: ['https://other.example/signin'] });
    expect((await leaveForHostedPage({})).failure).toMatch(/^redirect is coming from a different origin/);
  });

  it('is refused while somebody is signed in', async () => {
    storeSession();
    expect((await leaveForHostedPage({})).failure).toBe('There is already a signed in user.');
  });
});

describe('returning from the hosted page', () => {
  const tokens = { access_token: token(), id_token: token(), refresh_token: 'refresh' };

  it('exchanges the code by a form-encoded POST, stores the tokens and announces the sign-in', async () => {
    const sent = playProvider({ body: tokens });
    const { query, stored, failure } = await leaveForHostedPage({}, returnsWith('?code=the-code&state={state}'));
    expect(failure).toBeNull();
    expect(sent).toHaveLength(1);
    expect(sent[0]!.url).toBe('https://provider.example/oauth2/token');
    expect(sent[0]!.headers['Content-Type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(sent[0]!.body))).toEqual({
      grant_type: 'authorization_code',
      code: 'the-code',
      client_id: 'web',
      redirect_uri: 'http://localhost/signin',
      code_verifier: stored[`${PREFIX}oauthPKCE`],
    });
    expect(query.state).toBeDefined();
    expect(announced.map(({ event }) => event)).toContain('signedIn');
    expect(await getCurrentUser()).toMatchObject({ username: 'ada', userId: 'a1' });
  });

  it.each([
    ['a state that is not the stored one', '?code=c&state=other', 'An error occurred while validating the state.'],
    ['neither code nor state', '', 'User cancelled OAuth flow.'],
    ['an error', '?error=access_denied&error_description=No', 'No'],
  ])('with %s fails, says so, and leaves nothing behind', async (_, answer, message) => {
    playProvider({ body: tokens });
    expect((await leaveForHostedPage({}, returnsWith(answer))).failure).toBe(message);
    expect(announced).toEqual([{ event: 'signInWithRedirect_failure', message }]);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it.each([
    ['without an access token', { id_token: token() }, 'Invalid tokens'],
    ['with a token of two parts', { ...tokens, access_token: 'two.parts' }, 'Invalid token'],
  ])('fails when the exchange answers %s', async (_, body, message) => {
    playProvider({ body });
    expect((await leaveForHostedPage({}, returnsWith('?code=c&state={state}'))).failure).toBe(message);
  });

  it('by the implicit grant needs an access token, and leaves a session that cannot be refreshed', async () => {
    configureLibrary({ responseType: 'token' });
    expect((await leaveForHostedPage({}, returnsWith('#state={state}'))).failure).toBe('No access token returned from OAuth flow.');
    const answer = returnsWith(`#access_token=${token()}&id_token=${token()}&state={state}`);
    expect((await leaveForHostedPage({}, answer)).failure).toBeNull();
    await expect(fetchAuthSession({ forceRefresh: true })).rejects.toThrow(
      /^Token refresh is not supported when authenticated with the 'implicit grant'/,
    );
  });
});

it('nobody who is signed out is told who they are', async () => {
  await expect(getCurrentUser()).rejects.toThrow('User needs to be authenticated to call this API.');
});

it.each(['', 'one', 'two.parts', 'one.too.many.parts'])('a token of other than three parts is none: "%s"', (text) => {
  expect(() => decodeJWT(text)).toThrow('Invalid token');
  expect(decodeJWT(token({ sub: 's' })).payload.sub).toBe('s');
});

it('where no session is stored it says so to itself, and means signed out', async () => {
  const said: string[] = [];
  // The library catches this error of its own at once; every error of its kind passes here when it gets its name.
  Object.defineProperty(AuthError.prototype, 'name', {
    configurable: true,
    set(this: Error, value: string) {
      said.push(this.message);
      Object.defineProperty(this, 'name', { value });
    },
  });
  try {
    expect((await fetchAuthSession()).tokens).toBeUndefined();
    expect(said).toEqual(['Auth session was not found. Make sure to call signIn.']);
    storeSession();
    expect(await getCurrentUser()).toMatchObject({ username: 'ada' });
    expect(said).toHaveLength(1);
  } finally {
    Reflect.deleteProperty(AuthError.prototype, 'name');
  }
});

/** None of the library's own calls reaches these: it keeps them for the callers of a class that it has given up. */
describe('messages that no sign-in reaches', () => {
  const home = dirname(createRequire(createRequire(import.meta.url).resolve('aws-amplify')).resolve('@aws-amplify/auth/package.json'));
  const list = pathToFileURL(join(home, 'dist/esm/common/AuthErrorStrings.mjs')).href;

  it.each([
    ['EMPTY_EMAIL', 'Email cannot be empty'],
    ['EMPTY_PHONE', 'Phone number cannot be empty'],
    ['EMPTY_USERNAME', 'Username cannot be empty'],
    ['EMPTY_PASSWORD', 'Password cannot be empty'],
    ['EMPTY_CODE', 'Confirmation code cannot be empty'],
    ['EMPTY_CHALLENGE', 'Challenge response cannot be empty'],
    ['INVALID_MFA', 'Invalid MFA type'],
    ['NO_MFA', 'No valid MFA method provided'],
    ['OAUTH_ERROR', "Couldn't finish OAuth flow, check your User Pool HostedUI settings"],
  ])('are worded as ever: %s, %s', async (name, message) => {
    const { AuthErrorStrings } = (await import(list)) as { AuthErrorStrings: Record<string, string> };
    expect(AuthErrorStrings[name]).toBe(message);
  });
});
