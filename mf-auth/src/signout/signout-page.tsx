import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { messageOfError } from '@site/contracts/error-texts';
import * as paths from '@site/contracts/paths';
import { signOut, useSession } from '@site/session';
import { Box, Button, ButtonLink, Flex, Grid, Notice, PageHeader, PageMeta, Picture, Section, Spinner } from '@site/ui';
import doorArt from './door.svg';

export default function SignOutPage() {
  const { failure, retrying, retry } = useSignOut();
  return (
    <>
      <PageMeta title="Sign out" description="Confirmation that you have signed out." keywords="sign out" noindex />
      <PageHeader
        title={<Title failed={failure !== null} />}
        lead={
          <InTurn
            leaving={<Spinner color="accent.solid" aria-hidden visibility={failure === null ? 'inherit' : 'hidden'} />}
            left="Thank you."
          />
        }
        illustration={
          <Picture
            src={doorArt}
            width={480}
            height={320}
            alt="A person has stepped out of an arched door"
            borderRadius="l3"
            maxW={{ base: 'md', lg: 'full' }}
            eager
          />
        }
      >
        <InTurn
          leaving={
            failure !== null && (
              <Button aria-disabled={retrying} onClick={retry}>
                {retrying ? 'Retrying...' : 'Retry'}
              </Button>
            )
          }
          left={
            <Flex gap="3" wrap="wrap" align="center">
              <ButtonLink to={paths.home}>Home</ButtonLink>
              <ButtonLink to={paths.signIn} variant="outline">
                Sign in again
              </ButtonLink>
            </Flex>
          }
        />
      </PageHeader>
      {failure !== null && (
        <Section>
          <Notice status="danger" role="alert" overflowWrap="anywhere">
            {failure.message}
          </Notice>
        </Section>
      )}
    </>
  );
}

/** Documents that the edge has marked as a member's, until the browser has looked for the session. */
const MARKED = 'html[data-session=member] [data-status=unknown]';

const TITLES = { leaving: 'Signing out...', left: 'Successful signed out.', stayed: 'You are still signed in' };

/** The heading of the moment, with the room of the other one, which nobody sees and no reader reads. */
function Title({ failed }: { failed: boolean }) {
  const status = useStatusOnceShown();
  const asMember = failed ? TITLES.stayed : TITLES.leaving;
  const [title, other] = status === 'signedIn' ? [asMember, TITLES.left] : [TITLES.left, TITLES.leaving];
  const overlay = { gridArea: '1 / 1', visibility: 'hidden', content: `"${other}"`, [`${MARKED} > &`]: { visibility: 'visible' } };
  return (
    <Box as="span" display="block" data-status={status}>
      <Grid as="span" css={{ '&::before': overlay }}>
        <Box as="span" gridArea="1 / 1" css={{ [`${MARKED} &`]: { visibility: 'hidden' } }}>
          {title}
        </Box>
      </Grid>
    </Box>
  );
}

/** While the browser takes a document over, what that was rendered with: it may have found the session before. */
function useStatusOnceShown() {
  const { status } = useSession();
  const isShown = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return isShown ? status : 'unknown';
}

/** The session is there, or the browser has yet to look for it. */
const MEMBER = `[data-status=signedIn] > &, ${MARKED} > &`;

/** What is seen while the session ends, and then what is seen afterwards. Both have the room of the larger, so that nothing moves in between. */
function InTurn({ leaving, left }: { leaving: ReactNode; left: ReactNode }) {
  const { status } = useSession();
  return (
    <Grid data-status={status}>
      <Box gridArea="1 / 1" visibility="hidden" css={{ [MEMBER]: { visibility: 'visible' } }}>
        {leaving}
      </Box>
      <Box gridArea="1 / 1" css={{ [MEMBER]: { visibility: 'hidden' } }}>
        {left}
      </Box>
    </Grid>
  );
}

interface Failure {
  message: string;
  /** Which of the attempts it ended. */
  attempt: number;
}

interface SigningOut {
  failure: Failure | null;
  retrying: boolean;
  retry: () => void;
}

/** Ends a session that is still there. */
function useSignOut(): SigningOut {
  const signedIn = useSession().status === 'signedIn';
  const [attempt, setAttempt] = useState(1);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    if (!signedIn) return;
    signOut().catch((error: unknown) => setFailure({ message: messageOfError(error), attempt }));
  }, [signedIn, attempt]);
  const retrying = failure?.attempt !== attempt;
  return { failure: signedIn ? failure : null, retrying, retry: () => !retrying && setAttempt(attempt + 1) };
}
