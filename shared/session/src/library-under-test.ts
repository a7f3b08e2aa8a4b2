/** Test-only: the real identity library, configured for a provider that the test plays. */
import { Amplify } from 'aws-amplify';
import { signInWithRedirect } from 'aws-amplify/auth';
import { ConsoleLogger } from 'aws-amplify/utils';

ConsoleLogger.LOG_LEVEL = 'ERROR';

export const PREFIX = 'CognitoIdentityServiceProvider.web.';

interface Setup {
  responseType?: 'code' | 'token';
  redirectSignIn?: string[];
  allowGuestAccess?: boolean;
}

export function configureLibrary({
  responseType = 'code',
  redirectSignIn = ['http://localhost/signin'],
  allowGuestAccess = false,
}: Setup = {}) {
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: 'local_1',
        userPoolClientId: 'web',
        identityPoolId: 'local:1',
        allowGuestAccess,
        userPoolEndpoint: 'http://localhost/_idp/',
        identityPoolEndpoint: 'http://localhost/_idp/',
        loginWith: {
          oauth: {
            domain: 'provider.example',
            scopes: ['openid', 'email'],
            redirectSignIn,
            redirectSignOut: ['http://localhost/signout'],
            responseType,
          },
        },
      },
    },
  });
}

type SignInInput = NonNullable<Parameters<typeof signInWithRedirect>[0]>;
/** How the flow ends: what the hosted page leads back with. */
type Ending = (url: URL) => { type: 'success'; url: string } | { type: 'error'; error: string };

export const abandoned: Ending = () => ({ type: 'error', error: 'abandoned' });
export const returnsWith =
  (answer: string): Ending =>
  ({ searchParams }) => ({ type: 'success', url: `http://localhost/signin${answer.replace('{state}', searchParams.get('state') ?? '')}` });

/** Signs in as the library does, but looks at the address that it leaves for instead of going there. */
export async function leaveForHostedPage(input: SignInInput, ending: Ending = abandoned) {
  let url = new URL('http://nowhere.invalid/');
  let stored: Record<string, string> = {};
  const authSessionOpener = (address: string) => {
    url = new URL(address);
    stored = { ...localStorage };
    return Promise.resolve(ending(url));
  };
  const failure = await signInWithRedirect({ ...input, options: { ...input.options, authSessionOpener } }).then(
    () => null,
    (error: Error) => error.message,
  );
  return { url, query: Object.fromEntries(url.searchParams), stored, failure };
}

export interface Sent {
  url: string;
  /** Operation of the provider's own protocol, without its service. */
  operation: string | undefined;
  headers: Record<string, string>;
  body: string;
}

export type Answer = { status?: number; body: unknown } | 'network error';

/** Plays the provider: answers every request in turn, the last answer again and again. */
export function playProvider(...answers: Answer[]): Sent[] {
  const sent: Sent[] = [];
  globalThis.fetch = (input, init) => {
    const headers = init?.headers as Record<string, string>;
    sent.push({ url: String(input), operation: headers['x-amz-target']?.split('.')[1], headers, body: String(init?.body) });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === undefined) throw new Error('The provider has no answer');
    if (answer === 'network error') return Promise.reject(new TypeError('Failed to fetch'));
    const text = JSON.stringify(answer.body);
    return Promise.resolve({
      status: answer.status ?? 200,
      headers: new Map(),
      body: null,
      text: () => Promise.resolve(text),
      json: () => Promise.resolve(JSON.parse(text) as unknown),
    } as unknown as Response);
  };
  return sent;
}

const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');

/** An unsigned token; only the provider and the backend look at signatures. */
export const token = (claims: object = {}) => {
  const now = Math.floor(Date.now() / 1000);
  return `${part({ alg: 'none' })}.${part({ sub: 'a1', username: 'ada', 'cognito:username': 'ada', iat: now, exp: now + 3600, iss: 'https://provider.example', ...claims })}.x`;
};

/** Puts a session where the library keeps it. */
export function storeSession(more: Record<string, string> = {}, username = 'ada') {
  const values = { accessToken: token(), idToken: token(), refreshToken: 'refresh', clockDrift: '0', ...more };
  localStorage.setItem(`${PREFIX}LastAuthUser`, username);
  for (const [name, value] of Object.entries(values)) localStorage.setItem(`${PREFIX}${username}.${name}`, value);
}
