import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { signedIn, signedOut } from '@site/session';
import { pageUnderTest, makeStore } from '@site/testing/page-under-test';
import InboxPage from './inbox-page';

function show(action?: ReturnType<typeof signedIn> | ReturnType<typeof signedOut>) {
  const store = makeStore();
  if (action) store.dispatch(action);
  render(pageUnderTest({ store, Page: InboxPage, at: '/inbox' }));
}

it('the inbox says what will be displayed, and needs a sign-in that leads back', () => {
  show(signedOut());
  expect(screen.getByText('Matched opportunities will be displayed here.')).toBeVisible();
  expect(screen.getByText('This section is protected')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin/inbox');
});

it('the inbox of a player explains why it is empty', () => {
  show(signedIn({ username: 'ada', groups: [] }));
  expect(screen.getByText('No matched opportunity yet')).toBeVisible();
  expect(screen.queryByText('This section is protected')).not.toBeInTheDocument();
});

it('the inbox shows neither before the session is known', () => {
  show();
  for (const text of screen.queryAllByText(/protected|No matched/)) expect(text.closest('[inert][aria-hidden=true]')).not.toBeNull();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});
