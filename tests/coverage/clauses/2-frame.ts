import type { Part } from '../clause';
import { analyticsTag, app, navigation, withoutBackend } from '../files';

const VISITOR = 'offers a visitor the entries of the specification in their order';

export const frame: Part = {
  section: 2,
  title: 'Navigation and footer',
  clauses: [
    {
      id: 'navigation.top',
      says: 'The top navigation has Practice, a Venture studio menu with Blueprints and ATA, Contact, and an Elevate menu.',
      quotes: ['Top navigation: Practice; a Venture studio menu (Blueprints, ATA); Contact; an Elevate menu'],
      tests: [...app(VISITOR), ...navigation('offers what the site has, in its order and words')],
    },
    {
      id: 'navigation.elevate',
      says: 'The Elevate menu has Overview, Draft, an entry labelled O.M.L.E.T., and Ground rules to the playbooks.',
      quotes: ['an Elevate menu (Overview to the elevate page, Draft, an entry labelled O.M.L.E.T., Ground rules to playbooks).'],
      tests: [...app(VISITOR), ...navigation('offers what the site has, in its order and words')],
    },
    {
      id: 'navigation.signed-out',
      says: 'Signed-out users see Sign in and a Sign up button.',
      quotes: ['Signed-out users see Sign in and a Sign up button.'],
      tests: app(VISITOR),
    },
    {
      id: 'navigation.signed-in',
      says: 'Signed-in users see a My account menu with Card and Sign out.',
      quotes: ['Signed-in users see a My account menu with Card and Sign out.'],
      tests: app('offers a member My account with Card and Sign out'),
    },
    {
      id: 'footer.links',
      says: 'The footer links to Archive, Contacts, an external Blog, Privacy and Terms.',
      quotes: ['Footer links: Archive, Contacts, an external Blog link, Privacy, Terms'],
      tests: [...app('links to the archive, the contacts, the external blog'), ...navigation('ends in a footer with its links')],
    },
    {
      id: 'footer.copyright',
      says: 'The footer has a copyright line with the current year.',
      quotes: ['and a copyright line with the current year.'],
      tests: app('shows the current year'),
    },
    {
      id: 'frame.analytics',
      says: 'An analytics tag is loaded if the configuration has one.',
      quotes: ['An analytics tag is loaded if the configuration has one.'],
      tests: [
        ...analyticsTag('load the analytics tag, after consent', 'load the analytics tag at once'),
        ...withoutBackend('answered with …'),
      ],
    },
    {
      id: 'frame.maintenance',
      says: 'A maintenance banner is shown when the configuration carries a maintenance message.',
      quotes: ['A maintenance banner is shown when the configuration carries a maintenance message.'],
      tests: [...app('show the maintenance banner only while there is a message'), ...withoutBackend('stands above the navigation')],
    },
  ],
};
