import { useEffect, useState } from 'react';
import { signOut, useSession } from '@site/session';
import { ButtonLink, Notice, PageHeader, PageMeta, Spinner } from '@site/ui';
import { Picture } from '../picture';
import doorArt from './art/door.svg';

export default function SignOutPage() {
  const { status } = useSession();
  const failure = useSignOut(status === 'signedIn');
  const leaving = status === 'signedIn';
  return (
    <>
      <PageMeta title="Sign out" description="Confirmation that you have signed out." keywords="sign out" noindex />
      <PageHeader
        title={leaving ? 'Signing out...' : 'Successful signed out.'}
        lead={leaving ? <Spinner color="accent.solid" aria-hidden /> : 'Thank you.'}
        illustration={
          <Picture
            src={doorArt}
            width={480}
            height={320}
            alt="A person has stepped out of an arched door"
            borderRadius="l3"
            maxW={{ base: 'md', lg: 'full' }}
          />
        }
      >
        {failure && (
          <Notice status="danger" role="alert" flexBasis="full">
            {failure}
          </Notice>
        )}
        {!leaving && (
          <>
            <ButtonLink to="/">Home</ButtonLink>
            <ButtonLink to="/signin" variant="outline">
              Sign in again
            </ButtonLink>
          </>
        )}
      </PageHeader>
    </>
  );
}

/** Ends a session that is still there. Returns why it could not be ended. */
function useSignOut(signedIn: boolean): string | null {
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!signedIn) return;
    signOut().catch((error: unknown) => setFailure(error instanceof Error ? error.message : 'An unknown error has occurred.'));
  }, [signedIn]);
  return failure;
}
