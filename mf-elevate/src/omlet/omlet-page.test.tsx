import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { pageUnderTest, makeStore } from '@site/testing/page-under-test';
import OmletPage from './omlet-page';

it('explains O.M.L.E.T. and leads to sign-up and to the intro form', () => {
  render(pageUnderTest({ store: makeStore(), Page: OmletPage, at: '/Demo' }));
  expect(screen.getByRole('heading', { level: 1, name: 'O.M.L.E.T.' })).toBeVisible();
  expect(screen.getByText('A contained demo engagement')).toBeVisible();
  for (const link of screen.getAllByRole('link', { name: 'Sign up' })) expect(link).toHaveAttribute('href', '/signup');
  for (const link of screen.getAllByRole('link', { name: 'Contact us' })) expect(link).toHaveAttribute('href', '/intro/elevate');
});
