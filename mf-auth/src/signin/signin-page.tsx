import * as paths from '@site/contracts/paths';
import { Navigate, useLocation, useParams } from '@site/router';
import { useSession } from '@site/session';
import { Flex, PageMeta, Spinner, Text, TextLink } from '@site/ui';
import { AuthFrame } from '../auth-frame';
import { returnPath } from '../return-path';
import keyArt from './key.svg';
import { Providers } from './providers';
import { SignInAlert } from './sign-in-alert';

export default function SignInPage() {
  const { target } = useParams();
  const { state, pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const session = useSession();
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
        <SignInAlert query={query} failure={session.status === 'signedOut' ? session.failure : undefined} />
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
