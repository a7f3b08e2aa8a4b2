import { NETWORK_ERROR } from '@site/contracts/error-texts';
import { Box, Button, Container, Flex, LineIcon, notify } from '@site/ui';
import { NavLink } from '@site/router';
import { useState, type ReactNode } from 'react';
import { AccountActions, FLUSH_END } from './account-actions';
import { BrandMark } from './brand-mark';
import { isMenu, siteNav } from './nav-entries';
import { NavMenu } from './nav-menu';

/**
 * Links that end where the page does would each move those before it while the document arrives: none is shown before all are there, which
 * they are once there is something behind them.
 */
const hiddenUntilWhole = { '&:not(:has(+ *))': { visibility: 'hidden' } } as const;

type Drawer = (typeof import('./mobile-drawer'))['MobileDrawer'];

/** The header of every page. Below `lg` the links move into a drawer, whose code is loaded with the first tap. */
export function TopNavigation(): ReactNode {
  return (
    <Box
      as="header"
      position="sticky"
      top="0"
      zIndex="docked"
      bg="bg"
      borderBottomWidth="1px"
      borderColor="border"
      _print={{ position: 'static' }}
    >
      <Container>
        <Flex h="16" align="center" justify="space-between" gap="4">
          <BrandMark />
          <Flex
            as="nav"
            aria-label="Main"
            display={{ base: 'none', lg: 'flex' }}
            align="center"
            gap="1"
            css={hiddenUntilWhole}
            _print={{ display: 'none' }}
          >
            {siteNav.map((entry) => (isMenu(entry) ? <NavMenu key={entry.label} {...entry} /> : <TopLink key={entry.label} {...entry} />))}
            <AccountActions />
          </Flex>
          <DrawerButton />
        </Flex>
      </Container>
    </Box>
  );
}

function TopLink({ label, to }: { label: string; to: string }): ReactNode {
  return (
    <Button asChild type={undefined} variant="ghost" colorPalette="neutral" size="sm" _currentPage={{ color: 'accent.fg' }}>
      <NavLink to={to}>{label}</NavLink>
    </Button>
  );
}

function DrawerButton(): ReactNode {
  const [open, setOpen] = useState(false);
  const [Drawer, setDrawer] = useState<Drawer | null>(null);

  async function show(): Promise<void> {
    setOpen(true);
    if (Drawer) return;
    const { href } = location;
    try {
      const { MobileDrawer } = await import('./mobile-drawer');
      setDrawer(() => MobileDrawer);
      // Whoever has gone on to another page meanwhile has not asked for it there.
      if (location.href !== href) setOpen(false);
    } catch {
      setOpen(false);
      notify({ kind: 'error', message: NETWORK_ERROR });
    }
  }

  return (
    <Box display={{ base: 'block', lg: 'none' }} me={FLUSH_END} _print={{ display: 'none' }}>
      <Button variant="ghost" colorPalette="neutral" size="sm" aria-haspopup="dialog" aria-expanded={open} onClick={() => void show()}>
        <LineIcon units={24} boxSize="5">
          <path d="M4 7h16M4 12h16M4 17h16" />
        </LineIcon>
        Menu
      </Button>
      {Drawer && <Drawer open={open} onClose={() => setOpen(false)} />}
    </Box>
  );
}
