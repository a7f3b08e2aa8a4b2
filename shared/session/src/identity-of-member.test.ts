import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fetchAuthSession } from 'aws-amplify/auth';
import { cognitoCredentialsProvider } from 'aws-amplify/auth/cognito';
import { accessToken, configure, currentMember, renewedAccessToken } from './amplify-adapter';
import { playProvider, PREFIX, storeSession, token, type Answer, type Sent } from './library-under-test';

const ENDPOINT = 'http://localhost/_idp/';
const ignore = () => undefined;
configure(
  {
    region: 'local',
    userPoolId: 'local_1',
    userPoolClientId: 'web',
    identityPoolId: 'local:1',
    userPoolEndpoint: ENDPOINT,
    identityPoolEndpoint: ENDPOINT,
    domain: 'provider.example',
    scopes: ['openid'],
    providers: [],
  },
  'http://localhost',
  { onSignedIn: ignore, onSignedOut: ignore, onFailure: ignore, onReturnState: ignore, onRefreshFailure: ignore },
);

const REFUSAL: Answer = { status: 400, body: { __type: 'ResourceNotFoundException', message: "Identity 'local:ada' not found." } };
/** What the provider answers whoever asks for an identity and its credentials. */
const identityOf = (name: string): Answer[] => [
  { body: { IdentityId: `local:${name}` } },
  { body: { Credentials: { AccessKeyId: 'ASIA1', SecretKey: 's', SessionToken: 't', Expiration: 4e9 } } },
];

/** The identities whose credentials were asked for. */
const identities = (sent: Sent[]) =>
  sent
    .filter(({ operation }) => operation === 'GetCredentialsForIdentity')
    .map(({ body }) => (JSON.parse(body) as { IdentityId: string }).IdentityId);

/** Puts a session where any tab finds it. */
function signIn(name: string): string {
  const jwt = token({ sub: `sub of ${name}`, username: name });
  storeSession({ accessToken: jwt, idToken: jwt }, name);
  return jwt;
}

beforeEach(() => localStorage.clear());
afterEach(() => cognitoCredentialsProvider.clearCredentialsAndIdentityId());

it('the identity of one person is not asked for with the token of the next, who has signed in with another tab', async () => {
  const sent = playProvider(...identityOf('ada'), ...identityOf('bob'));
  signIn('ada');
  expect(await currentMember()).toMatchObject({ username: 'ada' });
  localStorage.clear();
  signIn('bob');
  expect(await currentMember()).toMatchObject({ username: 'bob' });
  expect(identities(sent)).toEqual(['local:ada', 'local:bob']);
});

it('an identity that comes after somebody else has signed in is not kept for them', async () => {
  signIn('ada');
  playProvider(...identityOf('ada'));
  const provider = globalThis.fetch;
  let answer = (): void => undefined;
  globalThis.fetch = async (...request) => {
    await new Promise<void>((resolve) => (answer = resolve));
    globalThis.fetch = provider;
    return provider(...request);
  };
  const ofAda = currentMember();
  await new Promise((resolve) => setTimeout(resolve));
  localStorage.clear();
  signIn('bob');
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await currentMember();
  playProvider(...identityOf('ada'));
  answer();
  await ofAda;
  const sent = playProvider(...identityOf('bob'));
  await currentMember();
  expect(identities(sent)).toEqual(['local:bob']);
});

it('the identity of one person is asked for once while the session lasts', async () => {
  const sent = playProvider(...identityOf('ada'), REFUSAL);
  signIn('ada');
  await currentMember();
  await currentMember();
  expect(sent.map(({ operation }) => operation)).toEqual(['GetId', 'GetCredentialsForIdentity']);
});

it.each([
  ['another tab signs out', () => new StorageEvent('storage', { key: `${PREFIX}LastAuthUser` })],
  ['Back brings the document back after a sign-out', () => new PageTransitionEvent('pageshow', { persisted: true })],
])('nothing is kept of an identity once %s', async (_, event) => {
  const sent = playProvider(...identityOf('ada'), ...identityOf('ada'));
  signIn('ada');
  await currentMember();
  localStorage.clear();
  window.dispatchEvent(event());
  signIn('ada');
  await currentMember();
  expect(sent).toHaveLength(4);
});

it.each([
  ['refuses', REFUSAL],
  ['is out of reach', 'network error'],
] as const)('a member is known with all groups where the identity pool %s, and it is asked anew the next time', async (_, answer) => {
  const jwt = token({ username: 'ada', 'cognito:groups': ['staff'] });
  storeSession({ accessToken: jwt, idToken: jwt });
  playProvider(identityOf('gone')[0]!, answer);
  expect(await currentMember()).toMatchObject({ username: 'ada', groups: ['staff'] });
  const sent = playProvider(...identityOf('ada'));
  expect((await fetchAuthSession()).identityId).toBe('local:ada');
  expect(identities(sent)).toEqual(['local:ada']);
});

it('a call waits for no identity pool: its token is there where the pool never answers', async () => {
  const jwt = signIn('ada');
  globalThis.fetch = () => new Promise(() => undefined);
  expect(await accessToken()).toBe(jwt);
});

it('a renewed token comes from the user pool alone', async () => {
  signIn('ada');
  const [renewed, idToken] = [token({ jti: 'renewed' }), token()];
  const sent = playProvider({ body: { AuthenticationResult: { AccessToken: renewed, IdToken: idToken, RefreshToken: 'next' } } });
  expect(await renewedAccessToken()).toBe(renewed);
  expect(sent.map(({ operation }) => operation)).toEqual(['GetTokensFromRefreshToken']);
});
