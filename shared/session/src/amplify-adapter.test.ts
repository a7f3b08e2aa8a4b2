import { beforeEach, expect, it, jest } from '@jest/globals';
import type { AuthParams } from '@site/contracts/params';

const signInWithRedirect = jest.fn((_input: object) => Promise.resolve());
jest.unstable_mockModule('aws-amplify/auth', () => ({ signInWithRedirect, signOut: jest.fn(), fetchAuthSession: jest.fn() }));
const { Amplify } = await import('aws-amplify');
const { beginSignIn, configure } = await import('./amplify-adapter');

const auth: AuthParams = {
  region: 'local',
  userPoolId: 'local_1',
  userPoolClientId: 'web',
  identityPoolId: 'local:1',
  domain: 'provider.example',
  scopes: ['openid'],
  providers: ['LinkedIn'],
};

beforeEach(() => void signInWithRedirect.mockClear());

it.each([
  [null, undefined],
  ['Google', 'Google'],
  ['Facebook', 'Facebook'],
  ['Amazon', 'Amazon'],
  ['Apple', 'Apple'],
  ['LinkedIn', { custom: 'LinkedIn' }],
])('a sign-in with %s is one of the providers that the library knows, or a custom one', async (name, provider) => {
  await beginSignIn(name, '/draft');
  expect(signInWithRedirect).toHaveBeenCalledWith({ customState: '/draft', ...(provider && { provider }) });
});

it('the site signs in by code, returns to /signin, signs out to /signout, and asks for no guest credentials', () => {
  const ignore = () => undefined;
  configure(auth, 'https://site.example', {
    onSignedIn: ignore,
    onSignedOut: ignore,
    onFailure: ignore,
    onReturnState: ignore,
    onRefreshFailure: ignore,
  });
  expect(Amplify.getConfig().Auth?.Cognito).toMatchObject({
    allowGuestAccess: false,
    loginWith: {
      oauth: {
        responseType: 'code',
        redirectSignIn: ['https://site.example/signin'],
        redirectSignOut: ['https://site.example/signout'],
      },
    },
  });
});

it('a tab remembers which sign-in it left for', async () => {
  const key = 'CognitoIdentityServiceProvider.web.oauthState';
  signInWithRedirect.mockImplementationOnce(async () => localStorage.setItem(key, 'one'));
  await beginSignIn(null, '/draft');
  expect(sessionStorage.getItem(key)).toBe('one');
});

it('a tab remembers where its sign-in leads, which an answer that is an error does not say', async () => {
  await beginSignIn(null, '/playbook/3');
  expect(sessionStorage.getItem('CognitoIdentityServiceProvider.web.returnPath')).toBe('/playbook/3');
});

it('a browser that refuses storage is told that nobody can sign in with it, instead of being led away and back for nothing', async () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
  await expect(beginSignIn(null, '/draft')).rejects.toThrow('This browser blocks cookies and site data');
  expect(signInWithRedirect).not.toHaveBeenCalled();
  jest.restoreAllMocks();
});
