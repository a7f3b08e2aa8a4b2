import { useEffect, useState } from 'react';
import * as paths from '@site/contracts/paths';
import { Navigate, useLocation, useParams } from '@site/router';
import { useSession, type SessionState } from '@site/session';
import { Flex, PageMeta, Spinner, Text, TextLink } from '@site/ui';
import { AuthFrame } from '../auth-frame';
import { returnPath } from '../return-path';
import keyArt from './key.svg';
import { Providers } from './providers';
import { SignInAlert } from './sign-in-alert';

/** The session as the last visit left it. */
let leftWith: SessionState | null = null;

/** Why the sign-in that this visit has come back from failed. What failed before an earlier visit was left is none of it. */
function useFailure(session: SessionState): string | undefined {
  const [before] = useState(leftWith);
  useEffect(() => () => void (leftWith = session), [session]);
  return session.status === 'signedOut' && session !== before ? session.failure : undefined;
}

export default function SignInPage() {
  const { target } = useParams();
  const { state, pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const session = useSession();
  const failure = useFailure(session);
  const path = returnPath(target, state);
  const signedIn = session.status === 'signedIn';
  const finishing = signedIn || (session.status === 'unknown' && query.has('code'));

  // A sign-in that came back is on its way to its target already, though this page stays until the code of that one is there.
  if (signedIn && window.location.pathname === pathname) return <Navigate to={path} replace />;
  return (
    <>
      <PageMeta
        title="Sign in"
        description="Sign in to your card, your demos and the playbooks that you follow."
        keywords="sign in, Elevate, card, player account"
        canonical={paths.signIn}
      />
      <AuthFrame
        title="Sign in"
        art={keyArt}
        lead={
          <>
            Your card, your demos and the playbooks that you follow are behind this door. New here?{' '}
            <TextLink to={paths.signUp}>Sign up</TextLink>.
          </>
        }
      >
        <SignInAlert query={query} failure={failure} />
        {finishing ? (
          <Flex role="status" align="center" gap="3">
            <Spinner color="accent.solid" />
            <Text>Signing you in...</Text>
          </Flex>
        ) : (
          <Providers returnTo={path} />
        )}
      </AuthFrame>
    </>
  );
}
