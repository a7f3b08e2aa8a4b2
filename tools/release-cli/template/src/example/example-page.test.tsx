import { expect, it } from '@jest/globals';
import { remoteConfigSchema } from '@site/contracts/remote-config';
import { makeStore, pageUnderTest } from '@site/testing/page-under-test';
import { render, screen } from '@testing-library/react';
import axe from 'axe-core';
import remote from '../../remote.config';
import ExamplePage from './example-page';

it('the routes keep the contract of remotes', () => {
  expect(remoteConfigSchema.parse(remote)).toEqual(remote);
});

it('the page says what it offers, and shuts nobody out', async () => {
  const { container } = render(pageUnderTest({ store: makeStore(), Page: ExamplePage, at: '/example', route: '/example' }));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Example');
  // jsdom knows no colours; contrast is checked in the browser.
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations).toEqual([]);
});
