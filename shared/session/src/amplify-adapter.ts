/** The only user of aws-amplify. Loaded when there is a session to restore, a sign-in to finish or one to begin. */
import { messageOfError } from '@site/contracts/error-texts';
import type { AuthParams } from '@site/contracts/params';
import * as paths from '@site/contracts/paths';
import type { ResourcesConfig } from 'aws-amplify';
import 'aws-amplify/auth/enable-oauth-listener';
import { fetchAuthSession, signInWithRedirect, signOut } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { ConsoleLogger, Hub } from 'aws-amplify/utils';
import { forgetIdentity } from './identity-of-member';
import { configureLibrary, getTokens } from './one-refresh';
import type { Member } from './session.slice';
import { flowKey, hasStoredSession, returnPathKey } from './stored-session';

export { keptReturnPath, refuseReturn } from './returns';

type AuthConfig = NonNullable<ResourcesConfig['Auth']>;

export interface AuthEvents {
  onSignedIn(): void;
  onSignedOut(): void;
  onFailure(message: string): void;
  /** The state that {@link beginSignIn} was given came back. */
  onReturnState(state: string): void;
  onRefreshFailure(): void;
}

// The library warns of every pool that is not at AWS, at every start. Ours are where the parameters say, on purpose.
ConsoleLogger.LOG_LEVEL = 'ERROR';

let clientId = '';

export function configure(auth: AuthParams, origin: string, events: AuthEvents): void {
  clientId = auth.userPoolClientId;
  // Listening comes first: the library finishes a returning flow while it is being configured.
  Hub.listen('auth', ({ payload }) => {
    if (payload.event === 'signedIn') events.onSignedIn();
    if (payload.event === 'signedOut') events.onSignedOut();
    if (payload.event === 'customOAuthState') events.onReturnState(payload.data);
    if (payload.event === 'signInWithRedirect_failure') events.onFailure(messageOfError(payload.data.error));
    if (payload.event === 'tokenRefresh_failure') events.onRefreshFailure();
  });
  const userPool = {
    userPoolId: auth.userPoolId,
    userPoolClientId: auth.userPoolClientId,
    ...(auth.userPoolEndpoint === undefined ? {} : { userPoolEndpoint: auth.userPoolEndpoint }),
    loginWith: {
      oauth: {
        domain: auth.domain,
        scopes: auth.scopes,
        // One address: the library computes it anew on the page that it returns to.
        redirectSignIn: [origin + paths.signIn],
        redirectSignOut: [origin + paths.signOut],
        responseType: 'code' as const,
      },
    },
  };
  const identityPool = {
    ...(auth.identityPoolId === undefined ? {} : { identityPoolId: auth.identityPoolId, allowGuestAccess: false }),
    ...(auth.identityPoolEndpoint === undefined ? {} : { identityPoolEndpoint: auth.identityPoolEndpoint }),
  };
  // Another tab may have signed out meanwhile. The library itself forgets an identity only in the document that signs out.
  const forgetWithSession = (): void => {
    if (!hasStoredSession(clientId)) forgetIdentity();
  };
  window.addEventListener('storage', forgetWithSession);
  window.addEventListener('pageshow', forgetWithSession);
  // The library's type wants to know beforehand whether there is an identity pool; it takes both at run time.
  configureLibrary({ Auth: { Cognito: { ...userPool, ...identityPool } } as AuthConfig });
}

/** By group. Here, because who has no session loads none of it. */
const LINKS: Record<string, NonNullable<Member['links']>> = {
  'release-manager': [{ label: 'Console', href: paths.consoleHome }],
  staff: [{ label: 'Desk', href: paths.deskHome }],
};

/** Who the stored tokens are of; null for a visitor. Rejects on a network error. */
export async function currentMember(): Promise<Member | null> {
  const { tokens } = await fetchAuthSession();
  if (tokens === undefined) return null;
  const { username, 'cognito:groups': groups } = tokens.accessToken.payload;
  const names = Array.isArray(groups) ? groups.map(String) : [];
  const links = names.flatMap((name) => LINKS[name] ?? []);
  return { username: String(username), groups: names, ...(links.length > 0 && { links }) };
}

/** The token for a call, refreshed when it is about to expire; null for a visitor. Nothing is asked of the identity pool for it. Rejects on a network error. */
export const accessToken = async (): Promise<string | null> => (await getTokens())?.accessToken.toString() ?? null;

/** As {@link accessToken}, but a new one, whatever the age of the one that is stored. */
export const renewedAccessToken = async (): Promise<string | null> =>
  (await getTokens({ forceRefresh: true }))?.accessToken.toString() ?? null;

const STORAGE_BLOCKED =
  'This browser blocks cookies and site data, without which nobody can sign in. Allow them for this site, and try again.';

/** Leaves the site for the hosted page. Rejects where the browser stores nothing: the way back would be lost. `provider` null is the provider's own accounts. */
export async function beginSignIn(provider: string | null, state: string): Promise<void> {
  if (!canStore()) throw new Error(STORAGE_BLOCKED);
  const known = provider === 'Google' || provider === 'Facebook' || provider === 'Amazon' || provider === 'Apple';
  await signInWithRedirect({ customState: state, ...(provider === null ? {} : { provider: known ? provider : { custom: provider } }) });
  const key = flowKey(clientId);
  sessionStorage.setItem(key, localStorage.getItem(key) ?? '');
  sessionStorage.setItem(returnPathKey(clientId), state);
}

function canStore(): boolean {
  const key = `${flowKey(clientId)}.probe`;
  try {
    localStorage.setItem(key, '');
    localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

/** How long the provider may take to revoke the refresh token. */
const REVOKING_MS = 5_000;

/** Revokes the refresh token where the provider answers in time. This browser is signed out in any case. */
export async function endSession(): Promise<void> {
  const tooLate = new Promise<true>((resolve) => setTimeout(resolve, REVOKING_MS, true));
  if (!(await Promise.race([signOut(), tooLate]))) return;
  // Without tokens there is nothing to revoke, and so nothing to wait for.
  await cognitoUserPoolsTokenProvider.authTokenStore.clearTokens();
  await signOut();
}
