import { expect, it, jest } from '@jest/globals';
import * as session from '@site/session';
import { pageUnderTest } from '@site/testing/page-under-test';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

// The document is left for the provider, so the call has no end in it.
const signIn = jest.fn(() => new Promise(() => undefined));
jest.unstable_mockModule('@site/session', () => ({ ...session, signIn }));
const { Providers } = await import('./providers');

it('the buttons keep the focus while the document is left, and work again when the browser brings it back', async () => {
  render(pageUnderTest({ Page: () => <Providers returnTo="/card" />, at: '/signin' }));
  const google = screen.getByRole('button', { name: 'Sign in with Google' });
  await userEvent.dblClick(google);
  expect(signIn).toHaveBeenCalledTimes(1);
  expect(google).toHaveFocus();
  for (const button of screen.getAllByRole('button')) {
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toBeEnabled();
  }
  fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));
  for (const button of screen.getAllByRole('button')) expect(button).toHaveAttribute('aria-disabled', 'false');
});
