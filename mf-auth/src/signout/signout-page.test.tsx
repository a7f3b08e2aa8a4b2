import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { signedIn, signedOut } from '@site/session';
import { pageUnderTest, makeStore } from '@site/testing/page-under-test';
import SignOutPage from './signout-page';

it('the confirmation thanks whoever has signed out', () => {
  const store = makeStore();
  store.dispatch(signedOut());
  render(pageUnderTest({ store, Page: SignOutPage, at: '/signout' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Successful signed out.' })).toBeVisible();
  expect(screen.getByText('Thank you.')).toBeVisible();
});

it('nobody who is still signed in is told otherwise', async () => {
  const store = makeStore();
  store.dispatch(signedIn({ username: 'ada', groups: [] }));
  render(pageUnderTest({ store, Page: SignOutPage, at: '/signout' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Signing out...' })).toBeVisible();
  expect(screen.queryByText('Successful signed out.')).not.toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  // No session was started here, so ending it fails, and the page says so.
  expect(await screen.findByRole('alert')).toHaveTextContent('startSession was not called');
});

it('nobody whose session the browser has yet to look for is told otherwise', () => {
  document.documentElement.dataset.session = 'member';
  render(pageUnderTest({ store: makeStore(), Page: SignOutPage, at: '/signout' }));
  // In its place stands what jsdom does not show: the contents of a pseudo-element.
  expect(screen.getByText('Successful signed out.')).not.toBeVisible();
  delete document.documentElement.dataset.session;
});
