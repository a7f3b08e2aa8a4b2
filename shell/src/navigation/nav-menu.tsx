/** A menu of the top navigation. */
import { Menu, MenuLink } from '@site/ui/menu';
import { useLocation } from '@site/router';
import type { ReactNode } from 'react';
import type { NavMenuEntry } from './nav-entries';

export function NavMenu({ label, links }: NavMenuEntry): ReactNode {
  const { pathname } = useLocation();
  return (
    <Menu label={label} align="end">
      {links.map((link) => (
        <MenuLink key={link.to} to={link.to} {...(pathname === link.to ? { 'aria-current': 'page' } : {})}>
          {link.label}
        </MenuLink>
      ))}
    </Menu>
  );
}
