/** A page with nothing but Amplify on it, set up as the site sets it up. Its functions and events are there for the tests to reach. */
import 'aws-amplify/auth/enable-oauth-listener';
import { fetchAuthSession, getCurrentUser, signInWithRedirect, signOut } from 'aws-amplify/auth';
import { Hub } from 'aws-amplify/utils';
import { configureLibrary } from '@site/session/one-refresh';

export interface HarnessEvent {
  event: string;
  message?: string;
}

declare global {
  interface Window {
    auth: Record<string, string | string[]>;
    amplify: {
      fetchAuthSession: typeof fetchAuthSession;
      getCurrentUser: typeof getCurrentUser;
      signInWithRedirect: typeof signInWithRedirect;
      signOut: typeof signOut;
    };
    events: HarnessEvent[];
  }
}

window.events = [];
Hub.listen('auth', ({ payload }) => {
  const error = 'data' in payload ? (payload.data as { error?: { message?: string } } | undefined)?.error : undefined;
  window.events.push({ event: payload.event, ...(error?.message && { message: error.message }) });
});

const { userPoolId, userPoolClientId, identityPoolId, domain, scopes, userPoolEndpoint, identityPoolEndpoint } = window.auth as Record<
  string,
  string
> & { scopes: string[] };
configureLibrary({
  Auth: {
    Cognito: {
      userPoolId: userPoolId!,
      userPoolClientId: userPoolClientId!,
      identityPoolId: identityPoolId!,
      userPoolEndpoint: userPoolEndpoint!,
      identityPoolEndpoint: identityPoolEndpoint!,
      allowGuestAccess: true,
      loginWith: {
        oauth: {
          domain: domain!,
          scopes,
          redirectSignIn: [`${location.origin}/signin`],
          redirectSignOut: [`${location.origin}/signout`],
          responseType: 'code',
        },
      },
    },
  },
});
window.amplify = { fetchAuthSession, getCurrentUser, signInWithRedirect, signOut };
