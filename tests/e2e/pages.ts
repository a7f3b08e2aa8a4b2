/** The pages of the site, as the specification's route table has them. What holds of all pages is tested with this list. */
export interface SitePage {
  address: string;
  /** The remote that owns the page. */
  remote: 'mf-marketing' | 'mf-elevate' | 'mf-auth';
  /** Without the brand. */
  title: string;
  /** The first-level heading that a signed-out visitor sees. */
  heading: string;
  /** Not for search engines. */
  noindex?: true;
  /** Rendered in the browser, once the session is known. */
  memberOnly?: true;
}

export const PAGES: SitePage[] = [
  { address: '/', remote: 'mf-marketing', title: 'Home', heading: 'Cloud software starts with the people who fit' },
  { address: '/archive', remote: 'mf-marketing', title: 'Archive', heading: 'Past programmes' },
  { address: '/practice', remote: 'mf-marketing', title: 'Practice', heading: 'One subject, many ways in' },
  { address: '/ata', remote: 'mf-marketing', title: 'Technology acquisitions', heading: 'Technology acquisitions' },
  { address: '/blueprints', remote: 'mf-marketing', title: 'Startup blueprints', heading: 'Startup blueprints' },
  { address: '/contact', remote: 'mf-marketing', title: 'Contact', heading: 'Talk to us' },
  { address: '/intro', remote: 'mf-marketing', title: 'Send an intro', heading: 'Send an intro' },
  { address: '/privacy', remote: 'mf-marketing', title: 'Privacy policy', heading: 'Privacy policy' },
  { address: '/terms', remote: 'mf-marketing', title: 'Terms of use', heading: 'Terms of use' },
  { address: '/elevate', remote: 'mf-elevate', title: 'Elevate - 1, 2, 3', heading: 'Elevate - 1, 2, 3' },
  { address: '/Demo', remote: 'mf-elevate', title: 'O.M.L.E.T.', heading: 'O.M.L.E.T.' },
  { address: '/playbooks', remote: 'mf-elevate', title: 'Playbooks', heading: 'Playbooks' },
  { address: '/draft', remote: 'mf-elevate', title: 'Draft', heading: 'Draft' },
  { address: '/playbook', remote: 'mf-elevate', title: 'Playbook', heading: 'Playbook', noindex: true },
  { address: '/card', remote: 'mf-elevate', title: 'Card', heading: 'Card', noindex: true, memberOnly: true },
  { address: '/inbox', remote: 'mf-elevate', title: 'Inbox', heading: 'Inbox', noindex: true, memberOnly: true },
  { address: '/signin', remote: 'mf-auth', title: 'Sign in', heading: 'Sign in' },
  { address: '/signup', remote: 'mf-auth', title: 'Sign up', heading: 'Sign up' },
  { address: '/signout', remote: 'mf-auth', title: 'Sign out', heading: 'Successful signed out.', noindex: true },
];

const withEndings = (paths: string[]): string[] => paths.flatMap((path) => [path, `${path}.htm`, `${path}.html`]);

/** Addresses of past programmes that others still link to. All show the archive. */
export const ARCHIVE_ADDRESSES = {
  '/games': withEndings(['/games', '/games/chess', '/games/chess/rules']),
  '/en': withEndings(['/en', '/en/about', '/en/about/team', '/en/about/team/people']),
  '/products': withEndings(['/products', '/products/suite', '/products/suite/viewer']),
  '/tumor-analysis-software': withEndings(['/tumor-analysis-software']),
  '/data-analysis': withEndings(['/data-analysis']),
};

export const REDIRECTS: [from: string, to: string][] = [
  ['/about', '/practice'],
  ['/consulting', '/ata'],
  ['/workshops', '/blueprints'],
];
