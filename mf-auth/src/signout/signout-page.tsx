import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { messageOfError } from '@site/contracts/error-texts';
import * as paths from '@site/contracts/paths';
import { useLocation } from '@site/router';
import { signOut, useSession } from '@site/session';
import { Box, Button, ButtonLink, Flex, Grid, Notice, PageHeader, PageMeta, Picture, Section, Spinner, Text } from '@site/ui';
import doorArt from './door.svg';

export default function SignOutPage() {
  const { failure, isLater, button } = useSignOut();
  return (
    <>
      <PageMeta title="Sign out" description="Confirmation that you have signed out." keywords="sign out" noindex />
      <PageHeader
        title={<Title asMember={isLater ? TITLES.later : failure ? TITLES.stayed : TITLES.leaving} />}
        lead={
          <InTurn
            leaving={
              isLater ? (
                'Somebody has signed in with this browser meanwhile.'
              ) : (
                <Spinner color="accent.solid" aria-hidden visibility={failure === null ? 'inherit' : 'hidden'} />
              )
            }
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
            button && (
              <Button aria-disabled={button.isBusy} onClick={button.press}>
                {button.label}
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
          <Notice status="danger" role="alert">
            <Text overflowWrap="anywhere">{failure.message}</Text>
          </Notice>
        </Section>
      )}
    </>
  );
}

/** Documents that the edge has marked as a member's, until the browser has looked for the session. */
const MARKED = 'html[data-session=member] [data-status=unknown]';

const TITLES = { leaving: 'Signing out...', left: 'Successful signed out.', stayed: 'You are still signed in', later: 'You are signed in' };

/** The heading of the moment, with the room of the other one, which nobody sees and no reader reads. */
function Title({ asMember }: { asMember: string }) {
  const status = useStatusOnceShown();
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
  /** The session that is there was begun after this visit had signed out. */
  isLater: boolean;
  button: { label: string; isBusy: boolean; press: () => void } | null;
}

/** The entry of the history remembers it, for when it is come back to or loaded again. */
interface EntryState {
  /** `performance.timeOrigin` of the document that had signed out there. */
  signedOutBy?: number;
}
const entryState = () => window.history.state as EntryState | null;
/** This page stays on the way to another one until the code of that is there. */
const isHere = () => window.location.pathname === paths.signOut;
/** Whoever enters the address once more visits it anew, though browsers keep the entry. */
const hadSignedOut = () => {
  const by = entryState()?.signedOutBy;
  return by === performance.timeOrigin || (by !== undefined && navigationType() !== 'navigate');
};
const navigationType = () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type;

/** Ends the session that the visit finds. One that begins later, with another tab, ends when it is asked for. */
function useSignOut(): SigningOut {
  const { status } = useSession();
  const { key: visit } = useLocation();
  const signedIn = status === 'signedIn';
  const [doneVisit, setDoneVisit] = useState<string | null>(null);
  const [isAskedFor, setAskedFor] = useState(false);
  const [attempt, setAttempt] = useState(1);
  const [failure, setFailure] = useState<Failure | null>(null);
  const wasDone = useSyncExternalStore(
    () => () => undefined,
    hadSignedOut,
    () => false,
  );
  const isDone = status === 'signedOut' || (wasDone && attempt === 1);
  if (isDone && doneVisit !== visit) {
    setDoneVisit(visit);
    setAskedFor(false);
    setFailure(null);
  }
  const isLater = signedIn && doneVisit === visit;
  const isEnding = signedIn && !isLater;
  useEffect(() => {
    if (doneVisit === visit && isHere()) window.history.replaceState({ ...entryState(), signedOutBy: performance.timeOrigin }, '');
  }, [doneVisit, visit]);
  useEffect(() => {
    if (!isEnding || !isHere() || (attempt === 1 && hadSignedOut())) return;
    let isCurrent = true;
    signOut().catch((error: unknown) => isCurrent && setFailure({ message: messageOfError(error), attempt }));
    return () => {
      isCurrent = false;
    };
  }, [isEnding, attempt]);

  const isBusy = isEnding && failure?.attempt !== attempt;
  const press = (): void => {
    if (isBusy) return;
    setDoneVisit(null);
    setAskedFor(true);
    setAttempt(attempt + 1);
  };
  const label = isLater ? 'Sign out' : failure === null ? 'Signing out...' : isBusy ? 'Retrying...' : 'Retry';
  const hasButton = isLater || isAskedFor || failure !== null;
  return { failure: isEnding ? failure : null, isLater, button: hasButton ? { label, isBusy, press } : null };
}
