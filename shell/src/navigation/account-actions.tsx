/** Sign in and Sign up for visitors, My account for members. */
import { Box, Button, Flex, InPlaceOf } from '@site/ui';
import { Link } from '@site/router';
import { useSession, type SessionState } from '@site/session';
import type { ReactNode } from 'react';
import { accountMenuOf, signInLink, signUpLink } from './nav-entries';
import { NavMenu } from './nav-menu';

/**
 * A document that was rendered ahead of time offers what a visitor needs. The edge marks the document of a returning member
 * (`data-session="member"`) before anything is painted; the offer is then kept invisible until the session is known.
 */
const hiddenFromExpectedMember = { 'html[data-session=member] &[data-status=unknown]': { visibility: 'hidden' } } as const;

/** The words of the last button end where the page does, not the room around them. */
export const FLUSH_END = '-4';

export function AccountActions(): ReactNode {
  const session = useSession();
  if (session.status !== 'signedIn') return <VisitorActions status={session.status} />;
  // The offer to visitors is wider, and the navigation stays where it is when the session becomes known.
  return (
    <InPlaceOf other={<VisitorActions status="signedOut" />}>
      <Flex align="center" justify="flex-end" me={FLUSH_END}>
        <NavMenu {...accountMenuOf(session.member)} />
      </Flex>
    </InPlaceOf>
  );
}

function VisitorActions({ status }: { status: SessionState['status'] }): ReactNode {
  return (
    <Flex align="center" gap="1.5" data-status={status} css={hiddenFromExpectedMember}>
      <Box w="1px" h="6" bg="border" mx="1" />
      <Button asChild type={undefined} variant="ghost" colorPalette="neutral" size="sm">
        <Link to={signInLink.to}>{signInLink.label}</Link>
      </Button>
      <Button asChild type={undefined} size="sm">
        <Link to={signUpLink.to}>{signUpLink.label}</Link>
      </Button>
    </Flex>
  );
}
