/**
 * What the identity library left in local storage, read without loading the library: 24 KB that a visitor of a public page need not pay for.
 * The key names are Amplify's.
 */
const prefix = (clientId: string): string => `CognitoIdentityServiceProvider.${clientId}.`;
const FLOW_KEYS = ['inflightOAuth', 'inflightOAuthDeadline', 'oauthPKCE', 'oauthState'];

/** The key whose presence says that somebody signed in with this browser. */
export const lastUserKey = (clientId: string): string => `${prefix(clientId)}LastAuthUser`;

/** A browser that refuses storage has nothing stored. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Name of the account that signed in with this browser, or null. */
export const storedUsername = (clientId: string): string | null => read(lastUserKey(clientId));

export const hasStoredSession = (clientId: string): boolean => storedUsername(clientId) !== null;

/** Whether the address is the return from the hosted sign-in page: with a code, or with an error. */
export function isReturnFromSignIn(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has('code') || query.has('error');
}

/** Key of the sign-in under way: in local storage that of any tab, in session storage the one that this tab left for. */
export const flowKey = (clientId: string): string => `${prefix(clientId)}oauthState`;

/** Key of the path to which the sign-in that this tab left for returns, in session storage: the answer names it only when somebody has signed in. */
export const returnPathKey = (clientId: string): string => `${prefix(clientId)}returnPath`;

/**
 * Whether a sign-in was begun here and this document is its end: the address is the return from it, or this tab has come back from it to another
 * one, and nobody has signed in with another tab meanwhile. In any other tab the library would cancel the flow.
 */
export const isFlowEnding = (clientId: string, search: string): boolean =>
  read(`${prefix(clientId)}inflightOAuth`) === 'true' &&
  (isReturnFromSignIn(search) ||
    (!hasStoredSession(clientId) && sessionStorage.getItem(flowKey(clientId)) === (read(flowKey(clientId)) ?? '')));

/** An abandoned flow makes the library wait for minutes for its end; a new one starts clean. */
export function forgetAbandonedFlow(clientId: string): void {
  for (const key of FLOW_KEYS) if (read(prefix(clientId) + key) !== null) localStorage.removeItem(prefix(clientId) + key);
}
