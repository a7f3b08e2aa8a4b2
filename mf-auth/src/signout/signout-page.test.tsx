import { expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as session from '@site/session';
import { pageUnderTest, makeStore } from '@site/testing/page-under-test';

const { signedIn, signedOut } = session;
const signOut = jest.fn(session.signOut);
jest.unstable_mockModule('@site/session', () => ({ ...session, signOut }));
const { default: SignOutPage } = await import('./signout-page');

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
  signOut.mockClear();
});

it('a sign-out that fails says that one is still signed in, and is tried again when asked to, with the focus where it was', async () => {
  const store = makeStore();
  store.dispatch(signedIn({ username: 'ada', groups: [] }));
  signOut.mockRejectedValueOnce(new Error('A network error has occurred.'));
  render(pageUnderTest({ store, Page: SignOutPage, at: '/signout' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('A network error has occurred.');
  expect(screen.getByRole('heading', { level: 1, name: 'You are still signed in' })).toBeVisible();
  signOut.mockImplementationOnce(() => new Promise(() => undefined));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  const retrying = screen.getByRole('button', { name: 'Retrying...' });
  expect(retrying).toHaveFocus();
  await userEvent.click(retrying);
  expect(signOut).toHaveBeenCalledTimes(2);
  act(() => void store.dispatch(signedOut()));
  expect(screen.getByRole('heading', { level: 1, name: 'Successful signed out.' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('nobody whose session the browser has yet to look for is told otherwise', () => {
  document.documentElement.dataset.session = 'member';
  render(pageUnderTest({ store: makeStore(), Page: SignOutPage, at: '/signout' }));
  // In its place stands what jsdom does not show: the contents of a pseudo-element.
  expect(screen.getByText('Successful signed out.')).not.toBeVisible();
  delete document.documentElement.dataset.session;
});
