import { expect, it, jest } from '@jest/globals';
import * as session from '@site/session';
import { pageUnderTest } from '@site/testing/page-under-test';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

// The document is left for the provider, so the call has no end in it.
jest.unstable_mockModule('@site/session', () => ({ ...session, signIn: () => new Promise(() => undefined) }));
const { Providers } = await import('./providers');

it('the buttons work again in a document that the browser kept, when the person comes back to it', async () => {
  render(pageUnderTest({ Page: () => <Providers returnTo="/card" />, at: '/signin' }));
  await userEvent.click(screen.getByRole('button', { name: 'Sign in with Google' }));
  for (const button of screen.getAllByRole('button')) expect(button).toBeDisabled();
  fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));
  for (const button of screen.getAllByRole('button')) expect(button).toBeEnabled();
});
