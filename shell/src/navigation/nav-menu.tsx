/** A menu of the top navigation. */
import { Menu, MenuLink } from '@site/ui/menu';
import { useLocation } from '@site/router';
import type { ReactNode } from 'react';
import type { NavMenuEntry } from './nav-entries';

export function NavMenu({ label, links }: NavMenuEntry): ReactNode {
  const { pathname } = useLocation();
  return (
    <Menu label={label}>
      {links.map(({ label: name, ...target }) => (
        <MenuLink key={name} {...target} {...('to' in target && pathname === target.to ? { 'aria-current': 'page' } : {})}>
          {name}
        </MenuLink>
      ))}
    </Menu>
  );
}
