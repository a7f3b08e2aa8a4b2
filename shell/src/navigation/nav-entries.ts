/** What the navigation offers. Order and names are fixed by the product. */
import type { Member } from '@site/session';

export interface NavLinkEntry {
  label: string;
  to: string;
}

/** To a page that the router of this document may not know. */
export interface DocumentLinkEntry {
  label: string;
  href: string;
}

export interface NavMenuEntry {
  label: string;
  links: (NavLinkEntry | DocumentLinkEntry)[];
}

export const siteNav: (NavLinkEntry | NavMenuEntry)[] = [
  { label: 'Practice', to: '/practice' },
  {
    label: 'Venture studio',
    links: [
      { label: 'Blueprints', to: '/blueprints' },
      { label: 'ATA', to: '/ata' },
    ],
  },
  { label: 'Contact', to: '/contact' },
  {
    label: 'Elevate',
    links: [
      { label: 'Overview', to: '/elevate' },
      { label: 'Draft', to: '/draft' },
      { label: 'O.M.L.E.T.', to: '/Demo' },
      { label: 'Ground rules', to: '/playbooks' },
    ],
  },
];

const accountMenu: NavMenuEntry = {
  label: 'My account',
  links: [
    { label: 'Card', to: '/card' },
    { label: 'Sign out', to: '/signout' },
  ],
};

export const accountMenuOf = ({ links = [] }: Member): NavMenuEntry => ({ ...accountMenu, links: [...links, ...accountMenu.links] });

export const signInLink: NavLinkEntry = { label: 'Sign in', to: '/signin' };
export const signUpLink: NavLinkEntry = { label: 'Sign up', to: '/signup' };

export const isMenu = (entry: NavLinkEntry | NavMenuEntry): entry is NavMenuEntry => 'links' in entry;
