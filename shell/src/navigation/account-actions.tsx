/** Sign in and Sign up for visitors, My account for members. */
import { Button, Flex } from '@site/ui';
import { Link } from '@site/router';
import { useSession } from '@site/session';
import type { ReactNode } from 'react';
import { accountMenu, signInLink, signUpLink } from './nav-entries';
import { NavMenu } from './nav-menu';

/**
 * A document that was rendered ahead of time offers what a visitor needs. The edge marks the document of a returning member
 * (`data-session="member"`) before anything is painted; the offer is then kept invisible until the session is known.
 */
const hiddenFromExpectedMember = { 'html[data-session=member] &[data-status=unknown]': { visibility: 'hidden' } } as const;

export function AccountActions(): ReactNode {
  const { status } = useSession();
  if (status === 'signedIn') return <NavMenu {...accountMenu} />;
  return (
    <Flex align="center" gap="1" data-status={status} css={hiddenFromExpectedMember}>
      <Button asChild variant="ghost" colorPalette="neutral" size="sm">
        <Link to={signInLink.to}>{signInLink.label}</Link>
      </Button>
      <Button asChild size="sm">
        <Link to={signUpLink.to}>{signUpLink.label}</Link>
      </Button>
    </Flex>
  );
}
