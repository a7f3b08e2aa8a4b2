/** One address of every page, with the title that stands before the brand. The checks of all pages visit these. */
export const PAGES: [address: string, title: string][] = [
  ['/', 'Home'],
  ['/archive', 'Archive'],
  ['/practice', 'Practice'],
  ['/ata', 'Technology acquisitions'],
  ['/playbooks', 'Ground rules'],
  ['/draft', 'Draft'],
  ['/blueprints', 'Startup blueprints'],
  ['/contact', 'Contact'],
  ['/intro', 'Send an intro'],
  ['/privacy', 'Privacy policy'],
  ['/terms', 'Terms of use'],
  ['/elevate', 'Elevate - 1, 2, 3'],
  ['/Demo', 'O.M.L.E.T.'],
  ['/playbook', 'Playbook'],
  ['/signin', 'Sign in'],
  ['/signup', 'Sign up'],
  ['/signout', 'Sign out'],
  ['/card', 'Card'],
  ['/inbox', 'Inbox'],
];

/** Addresses that show the archive: old ones that others still link to. */
export const ARCHIVE_ADDRESSES = [
  '/games',
  '/games.htm',
  '/games/chess',
  '/games/chess/rules.html',
  '/en',
  '/en.html',
  '/en/about/team/people.htm',
  '/products',
  '/products/suite/viewer.html',
  '/tumor-analysis-software',
  '/tumor-analysis-software.htm',
  '/data-analysis',
  '/data-analysis.html',
];

export const REDIRECTS: [from: string, to: string][] = [
  ['/about', '/practice'],
  ['/consulting', '/ata'],
  ['/workshops', '/blueprints'],
];
