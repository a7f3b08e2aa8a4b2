import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Amplify } from 'aws-amplify';
import { fetchAuthSession } from 'aws-amplify/auth';
import { configureLibrary as configureForTests, playProvider, PREFIX, storeSession, token } from './library-under-test';
import { configureLibrary } from './one-refresh';

const LATER = { body: { AuthenticationResult: { AccessToken: token({ jti: 'later' }), IdToken: token(), RefreshToken: 'next' } } };
const EXP = 2_000_000_000;
/** A session whose tokens end in so many milliseconds. */
const endingIn = (ms: number) => ({
  accessToken: token({ exp: EXP }),
  idToken: token({ exp: EXP }),
  clockDrift: String(EXP * 1000 - Date.now() - ms),
});
const refreshes = (sent: { operation: string | undefined }[]) =>
  sent.filter(({ operation }) => operation === 'GetTokensFromRefreshToken').length;
const current = async (forceRefresh = false) => (await fetchAuthSession({ forceRefresh })).tokens?.accessToken.toString();

type Take = (lock: object | null) => Promise<unknown>;
const LOCK = {};
/** Gives the lock at once, unless a test wants something else. */
const request = jest.fn<(name: string, options: LockOptions, take: Take) => Promise<unknown>>();

/** Another tab has the lock: whoever asks waits until it `ends`. */
function whoeverHasItEnds(ends: () => unknown): void {
  request.mockImplementation(async (_name, { ifAvailable }, take) => {
    if (ifAvailable) return take(null);
    ends();
    return take(LOCK);
  });
}

beforeEach(() => {
  // A clock that stands: how long a test takes makes no token older.
  jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  localStorage.clear();
  request.mockReset().mockImplementation((_name, _options, take) => take(LOCK));
  Object.assign(navigator, { locks: { request } });
  configureForTests();
  const { Auth } = Amplify.getConfig();
  const { identityPoolId: _unused, ...userPool } = { ...Auth!.Cognito } as Record<string, unknown>;
  configureLibrary({ Auth: { Cognito: userPool } } as Parameters<typeof configureLibrary>[0]);
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'locks');
});

it('a token that is far from its end waits for nobody', async () => {
  storeSession(endingIn(60_000));
  const sent = playProvider(LATER);
  await current();
  expect(request).not.toHaveBeenCalled();
  expect(refreshes(sent)).toBe(0);
});

it.each([
  ['within the five seconds in which it counts as over is refreshed', 4_000, 1],
  ['just before them is looked at in turn, and stays', 8_000, 0],
])('a token %s', async (_, ms, times) => {
  storeSession(endingIn(ms));
  const sent = playProvider(LATER);
  await current();
  expect(request).toHaveBeenCalledTimes(1);
  expect(refreshes(sent)).toBe(times);
});

it.each([
  ['near its end', false],
  ['that was refused', true],
])('a token %s is not refreshed once more when another tab has done so while this one waited', async (_, forceRefresh) => {
  storeSession(endingIn(1_000));
  const sent = playProvider(LATER);
  const ofTheOther = token({ jti: 'of the other tab' });
  whoeverHasItEnds(() => storeSession({ accessToken: ofTheOther }));
  expect(await current(forceRefresh)).toBe(ofTheOther);
  expect(refreshes(sent)).toBe(0);
});

it('a token that another tab has refreshed is waited for until the browser tells so, which may be after this one has its turn', async () => {
  storeSession(endingIn(1_000));
  const sent = playProvider(LATER);
  const ofTheOther = token({ jti: 'of the other tab' });
  const store = (session: Parameters<typeof storeSession>[0]): void => {
    storeSession({ ...session, accessToken: ofTheOther });
    dispatchEvent(new StorageEvent('storage'));
  };
  whoeverHasItEnds(() =>
    setTimeout(() => {
      // The token first, and in another turn what makes it a good one.
      store(endingIn(1_000));
      setTimeout(() => store({}));
    }),
  );
  expect(await current()).toBe(ofTheOther);
  expect(refreshes(sent)).toBe(0);
});

it('a token that the tab before has not refreshed is refreshed by the next', async () => {
  storeSession(endingIn(1_000));
  const sent = playProvider(LATER);
  whoeverHasItEnds(() => undefined);
  expect(await current()).toBe(LATER.body.AuthenticationResult.AccessToken);
  expect(refreshes(sent)).toBe(1);
});

it('calls of one document share one turn', async () => {
  storeSession(endingIn(1_000));
  const sent = playProvider(LATER);
  const tokens = await Promise.all([current(), current(), current()]);
  expect(new Set(tokens)).toEqual(new Set([LATER.body.AuthenticationResult.AccessToken]));
  expect(request).toHaveBeenCalledTimes(1);
  expect(refreshes(sent)).toBe(1);
});

it('whose turn does not come refreshes all the same', async () => {
  storeSession(endingIn(1_000));
  const sent = playProvider(LATER);
  whoeverHasItEnds(() => {
    throw new DOMException('The wait has timed out.', 'TimeoutError');
  });
  expect(await current()).toBe(LATER.body.AuthenticationResult.AccessToken);
  expect(request.mock.calls[1]?.[1].signal).toBeInstanceOf(AbortSignal);
  expect(refreshes(sent)).toBe(1);
});

it('a refusal in the turn of this tab is not asked for again', async () => {
  storeSession(endingIn(1_000));
  const sent = playProvider({ status: 400, body: { __type: 'NotAuthorizedException', message: 'Revoked' } });
  expect(await current()).toBeUndefined();
  expect(refreshes(sent)).toBe(1);
  expect(localStorage.getItem(`${PREFIX}ada.refreshToken`)).toBeNull();
});
