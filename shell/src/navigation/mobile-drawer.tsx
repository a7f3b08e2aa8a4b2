/** The navigation of small windows: all links at once, in a drawer. */
import { Box, ButtonLink, Stack, Text } from '@site/ui';
import { Drawer } from '@site/ui/dialog';
import { NavLink } from '@site/router';
import { useSession } from '@site/session';
import { useEffect, type MouseEvent, type ReactNode } from 'react';
import { accountMenuOf, isMenu, signInLink, signUpLink, siteNav, type NavMenuEntry } from './nav-entries';

export function MobileDrawer({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const session = useSession();
  useCloseOnTravel(onClose);
  /** Before the page arrives: it takes the focus, which the drawer returns to its button first. */
  const closeOnChoice = ({ defaultPrevented }: MouseEvent): void => {
    // The router prevents the default of what it shows in this window.
    if (defaultPrevented) onClose();
  };
  return (
    <Drawer open={open} onClose={onClose} title="Menu">
      <Stack as="nav" aria-label="Menu" gap="6" onClick={closeOnChoice}>
        {siteNav.map((entry) =>
          isMenu(entry) ? <LinkGroup key={entry.label} {...entry} /> : <LinkGroup key={entry.label} links={[entry]} />,
        )}
        {session.status === 'signedIn' ? (
          <LinkGroup {...accountMenuOf(session.member)} />
        ) : (
          <Stack gap="3">
            <ButtonLink to={signUpLink.to}>{signUpLink.label}</ButtonLink>
            <ButtonLink to={signInLink.to} variant="outline" colorPalette="neutral">
              {signInLink.label}
            </ButtonLink>
          </Stack>
        )}
      </Stack>
    </Drawer>
  );
}

/** Going back or forward closes it, too. A page that comes unasked does not: who has opened it goes on in it. */
function useCloseOnTravel(onClose: () => void): void {
  useEffect(() => {
    window.addEventListener('popstate', onClose);
    return () => window.removeEventListener('popstate', onClose);
  }, [onClose]);
}

function LinkGroup({ label, links }: Partial<Pick<NavMenuEntry, 'label'>> & Pick<NavMenuEntry, 'links'>): ReactNode {
  return (
    <Box>
      {label && (
        <Text textStyle="eyebrow" color="fg.subtle" mb="1">
          {label}
        </Text>
      )}
      <Stack as="ul" role="list" gap="0" listStyleType="none" ps="0">
        {links.map((link) => (
          <li key={link.label}>
            <Box
              asChild
              display="block"
              py="2.5"
              textStyle="lg"
              fontWeight="medium"
              color="fg"
              textDecoration="none"
              borderRadius="l1"
              _hover={{ color: 'accent.fg' }}
              _currentPage={{ color: 'accent.fg' }}
            >
              {'href' in link ? <a href={link.href}>{link.label}</a> : <NavLink to={link.to}>{link.label}</NavLink>}
            </Box>
          </li>
        ))}
      </Stack>
    </Box>
  );
}
