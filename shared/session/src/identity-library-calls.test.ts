/** How the identity library calls its provider again, what it keeps, and for how long: what the product relies on. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Amplify } from 'aws-amplify';
import { fetchAuthSession } from 'aws-amplify/auth';
import { cognitoCredentialsProvider, DefaultTokenStore } from 'aws-amplify/auth/cognito';
import { CookieStorage, defaultStorage } from 'aws-amplify/utils';
import { configureLibrary, playProvider, PREFIX, storeSession, token, type Answer } from './library-under-test';

const refreshed = { body: { AuthenticationResult: { AccessToken: token(), IdToken: token(), RefreshToken: 'next' } } };
/** What the provider answers when it is asked for an identity and its credentials. */
const credentials: Answer[] = [
  { body: { IdentityId: 'local:guest' } },
  { body: { IdentityId: 'local:guest', Credentials: { AccessKeyId: 'ASIA1', SecretKey: 's', SessionToken: 't', Expiration: 4e9 } } },
];
const stored = (name: string) => localStorage.getItem(`${PREFIX}ada.${name}`);
const outcome = (session: ReturnType<typeof fetchAuthSession>) =>
  session.then(
    ({ tokens }) => (tokens ? 'signed in' : 'signed out'),
    (error: Error) => error.message,
  );

beforeEach(() => {
  localStorage.clear();
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  configureLibrary();
});
afterEach(async () => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  await cognitoCredentialsProvider.clearCredentialsAndIdentityId();
});

describe('a refresh', () => {
  /** Forces a refresh that meets these answers, and notes when each attempt was made, in milliseconds. */
  async function attempts(...answers: Answer[]) {
    jest.useFakeTimers();
    storeSession();
    const sent = playProvider(...answers);
    const [start, times]: [number, number[]] = [Date.now(), []];
    const play = globalThis.fetch;
    globalThis.fetch = (...request) => {
      times.push(Date.now() - start);
      return play(...request);
    };
    const running = outcome(fetchAuthSession({ forceRefresh: true }));
    await jest.runAllTimersAsync();
    return { sent, times, outcome: await running };
  }

  it.each<[string, Answer]>([
    ['no answer', 'network error'],
    ['429', { status: 429, body: {} }],
    ['500', { status: 500, body: {} }],
    ['502', { status: 502, body: {} }],
    ['503', { status: 503, body: {} }],
    ['504', { status: 504, body: {} }],
    ['throttling', { status: 400, body: { __type: 'ThrottlingException' } }],
    ['a timeout', { status: 400, body: { __type: 'RequestTimeout' } }],
    ['a clock that is off', { status: 400, body: { __type: 'RequestExpired' } }],
  ])('that meets %s is tried three times, after 2^n*100 ms plus jitter, and keeps the session', async (_, answer) => {
    const { times, sent } = await attempts(answer);
    expect(times).toEqual([0, 250, 700]);
    expect(sent.map(({ operation }) => operation)).toEqual(Array(3).fill('GetTokensFromRefreshToken'));
    expect(stored('refreshToken')).toBe('refresh');
  });

  it('that succeeds the third time is a success', async () => {
    const result = await attempts({ status: 503, body: {} }, 'network error', refreshed, ...credentials);
    expect(result.outcome).toBe('signed in');
    expect(stored('refreshToken')).toBe('next');
  });

  it('without a network says so', async () => {
    expect((await attempts('network error')).outcome).toBe('A network error has occurred.');
  });

  it('that is not authorized is tried once, clears the tokens, and means signed out', async () => {
    const { times, outcome: end } = await attempts({ status: 400, body: { __type: 'NotAuthorizedException', message: 'Revoked' } });
    expect([times, end]).toEqual([[0], 'signed out']);
    for (const name of ['accessToken', 'idToken', 'refreshToken', 'clockDrift']) expect(stored(name)).toBeNull();
  });

  it('never waits longer than five minutes', async () => {
    const internals = createRequire(createRequire(import.meta.url).resolve('aws-amplify')).resolve(
      '@aws-amplify/core/internals/aws-client-utils',
    );
    const { jitteredBackoff } = (await import(pathToFileURL(internals).href)) as { jitteredBackoff: (attempt: number) => number };
    expect([1, 2, 11, 12, 40].map(jitteredBackoff)).toEqual([250, 450, 204_850, 300_000, 300_000]);
  });
});

describe('credentials of guests', () => {
  const operations = (sent: { operation: string | undefined }[]) => sent.map(({ operation }) => operation);

  it('are not asked for unless guests are allowed', async () => {
    const sent = playProvider(...credentials);
    expect((await fetchAuthSession()).credentials).toBeUndefined();
    expect(sent).toEqual([]);
  });

  it('are kept for 50 minutes', async () => {
    configureLibrary({ allowGuestAccess: true });
    jest.useFakeTimers({ now: 1_800_000_000_000, doNotFake: ['setTimeout', 'queueMicrotask', 'nextTick'] });
    const sent = playProvider(...credentials);
    expect((await fetchAuthSession()).credentials?.accessKeyId).toBe('ASIA1');
    expect(operations(sent)).toEqual(['GetId', 'GetCredentialsForIdentity']);
    jest.setSystemTime(1_800_000_000_000 + 2_999_999);
    await fetchAuthSession();
    expect(sent).toHaveLength(2);
    jest.setSystemTime(1_800_000_000_000 + 3_000_000);
    await fetchAuthSession();
    expect(operations(sent).slice(2)).toEqual(['GetCredentialsForIdentity']);
  });
});

it('a session is kept with its tokens, drift, device and sign-in details under the name of the last user', async () => {
  const store = new DefaultTokenStore();
  store.setKeyValueStorage(defaultStorage);
  store.setAuthConfig(Amplify.getConfig().Auth!);
  const read = (text: string) => ({ payload: {}, toString: () => text });
  await store.storeTokens({
    accessToken: read('access'),
    idToken: read('id'),
    refreshToken: 'refresh',
    clockDrift: 7,
    username: 'ada',
    deviceMetadata: { deviceKey: 'key', deviceGroupKey: 'group', randomPassword: 'random' },
    signInDetails: { loginId: 'ada@example.com' },
  });
  expect(localStorage.getItem(`${PREFIX}LastAuthUser`)).toBe('ada');
  const names = ['accessToken', 'idToken', 'refreshToken', 'clockDrift', 'deviceKey', 'deviceGroupKey', 'randomPasswordKey'];
  expect(names.map(stored)).toEqual(['access', 'id', 'refresh', '7', 'key', 'group', 'random']);
  expect(JSON.parse(stored('signInDetails')!)).toEqual({ loginId: 'ada@example.com' });
});

describe('the cookie storage', () => {
  it('keeps for 365 days, at the path /, securely, unless told otherwise', () => {
    expect(new CookieStorage()).toMatchObject({ expires: 365, path: '/', secure: true });
    expect(new CookieStorage({ expires: 1, path: '/x', secure: false })).toMatchObject({ expires: 1, path: '/x', secure: false });
  });

  it('takes strict, lax and none for the same-site option, and none only with the secure attribute', () => {
    for (const sameSite of ['strict', 'lax', 'none'] as const) expect(new CookieStorage({ sameSite })).toMatchObject({ sameSite });
    expect(() => new CookieStorage({ sameSite: 'some' as 'lax' })).toThrow('"lax", "strict" or "none"');
    expect(() => new CookieStorage({ sameSite: 'none', secure: false })).toThrow('requires the Secure attribute');
  });
});
