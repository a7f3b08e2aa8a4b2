/**
 * What the identity library left in local storage, read without loading the library: 24 KB that a visitor of a public page need not pay for.
 * The key names are Amplify's.
 */
const prefix = (clientId: string): string => `CognitoIdentityServiceProvider.${clientId}.`;
const FLOW_KEYS = ['inflightOAuth', 'inflightOAuthDeadline', 'oauthPKCE', 'oauthState'];

/** The key whose presence says that somebody signed in with this browser. */
export const lastUserKey = (clientId: string): string => `${prefix(clientId)}LastAuthUser`;

export const hasStoredSession = (clientId: string): boolean => localStorage.getItem(lastUserKey(clientId)) !== null;

/** Whether the address is the return from the hosted sign-in page: with a code, or with an error. */
export function isReturnFromSignIn(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has('code') || query.has('error');
}

/** Whether a sign-in was begun here and this address is its end. In any other tab the library would cancel the flow. */
export const isFlowReturning = (clientId: string, search: string): boolean =>
  localStorage.getItem(`${prefix(clientId)}inflightOAuth`) === 'true' && isReturnFromSignIn(search);

/** An abandoned flow makes the library wait for minutes for its end; a new one starts clean. */
export function forgetAbandonedFlow(clientId: string): void {
  for (const key of FLOW_KEYS) localStorage.removeItem(prefix(clientId) + key);
}
