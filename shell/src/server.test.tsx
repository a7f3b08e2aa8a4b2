/** @jest-environment node */
import { expect, it } from '@jest/globals';
import type { ComposedRemote, Composition } from '@site/contracts/composition';
import type { Params } from '@site/contracts/params';
import { renderDocument } from './server';

// The build puts the year of the sources here.
Object.assign(globalThis, { SOURCE_YEAR: 2026 });

const params: Params = {
  brand: 'Cloud Practice',
  Auth: { region: 'local', userPoolId: 'local_1', userPoolClientId: 'web', domain: 'localhost', scopes: [], providers: [] },
  goa_base_url: '/api',
  blog_url: 'https://blog.example/',
  network_url: 'https://network.example/',
  contact: { address: ['1 Example Street'], email: 'hello@example.com', phone: '+12025550142', mapUrl: 'https://map.example/' },
  bot_check: { kind: 'altcha' },
};
const remote: ComposedRemote = {
  name: 'mf-a',
  team: 'test',
  version: '1.0.0',
  entry: '/entry.js',
  integrity: null,
  routes: [{ path: '/games', page: './games', title: 'Games', access: 'public' }],
  pages: {},
  fallback: null,
  disabled: { message: 'Back on Monday.' },
};

it('a page of a remote that is switched off is rendered ahead with its message, without a module of the remote', () => {
  const composition: Composition = {
    environment: 'production',
    revision: 1,
    identity: 'test',
    openTabs: 'next-load',
    shell: { version: '1.0.0', fallback: null },
    remotes: [remote],
    seal: null,
    preview: null,
    params,
  };
  const { head, html } = renderDocument({ pathname: '/games', composition, page: null });
  expect(html).toContain('Back on Monday.');
  expect(head).toContain('<title>Games | Cloud Practice</title>');
  expect(head).toContain('noindex');
});
