/** What the navigation offers. Order and names are fixed by the product. */
import * as paths from '@site/contracts/paths';
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
  { label: 'Practice', to: paths.practice },
  {
    label: 'Venture studio',
    links: [
      { label: 'Blueprints', to: paths.blueprints },
      { label: 'ATA', to: paths.ata },
    ],
  },
  { label: 'Contact', to: paths.contact },
  {
    label: 'Elevate',
    links: [
      { label: 'Overview', to: paths.elevate },
      { label: 'Draft', to: paths.draft },
      { label: 'O.M.L.E.T.', to: paths.omlet },
      { label: 'Ground rules', to: paths.playbooks },
    ],
  },
];

const accountMenu: NavMenuEntry = {
  label: 'My account',
  links: [
    { label: 'Card', to: paths.card },
    { label: 'Sign out', to: paths.signOut },
  ],
};

export const accountMenuOf = ({ links = [] }: Member): NavMenuEntry => ({ ...accountMenu, links: [...links, ...accountMenu.links] });

export const signInLink: NavLinkEntry = { label: 'Sign in', to: paths.signIn };
export const signUpLink: NavLinkEntry = { label: 'Sign up', to: paths.signUp };

export const isMenu = (entry: NavLinkEntry | NavMenuEntry): entry is NavMenuEntry => 'links' in entry;
