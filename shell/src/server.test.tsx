/** @jest-environment node */
import { expect, it } from '@jest/globals';
import type { ComposedRemote } from '@site/contracts/composition';
import { renderDocument } from './server';
import { composition, remote } from './testing/composition';

// The build puts the year of the sources here.
Object.assign(globalThis, { SOURCE_YEAR: 2026 });

const off: ComposedRemote = { ...remote('mf-a', { '/games': 'Games' }), disabled: { message: 'Back on Monday.' } };

it('a page of a remote that is switched off is rendered ahead with its message, without a module of the remote', () => {
  const { head, html } = renderDocument({ pathname: '/games', composition: composition({ remotes: [off] }), page: null });
  expect(html).toContain('Back on Monday.');
  expect(head).toContain('<title>Games | Cloud Practice</title>');
  expect(head).toContain('noindex');
});
