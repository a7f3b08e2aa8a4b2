/** Compositions for tests of the shell. Test-only. */
import type { ComposedRemote, Composition } from '@site/contracts/composition';
import type { Params } from '@site/contracts/params';

export const params: Params = {
  brand: 'Cloud Practice',
  Auth: { region: 'local', userPoolId: 'local_1', userPoolClientId: 'web', domain: 'localhost', scopes: [], providers: [] },
  goa_base_url: '/api',
  blog_url: 'https://blog.example/',
  network_url: 'https://network.example/',
  contact: { address: ['1 Example Street'], email: 'hello@example.com', phone: '+12025550142', mapUrl: 'https://map.example/' },
  bot_check: { kind: 'altcha' },
};

/** @param pages By path. */
export const remote = (name: string, pages: Record<string, string>): ComposedRemote => ({
  name,
  team: 'test',
  version: '1.0.0',
  entry: '/entry.js',
  integrity: null,
  routes: Object.entries(pages).map(([path, page]) => ({ path, page, title: page, access: 'public' })),
  fallback: null,
  disabled: null,
});

export const composition = (own: Partial<Composition> = {}): Composition => ({
  environment: 'production',
  revision: 1,
  identity: 'test',
  openTabs: 'next-load',
  shell: { version: '1.0.0', fallback: null },
  remotes: [],
  manifest: null,
  pathname: null,
  seal: null,
  preview: null,
  params,
  ...own,
});
