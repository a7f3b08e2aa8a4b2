import { afterEach, expect, it, jest } from '@jest/globals';
import * as session from '@site/session';
import { pageUnderTest } from '@site/testing/page-under-test';
import { act, fireEvent, render, screen } from '@testing-library/react';

// The document is left for the provider, so the call has no end in it.
const signIn = jest.fn((_provider: string | null, _path: string) => new Promise(() => undefined));
jest.unstable_mockModule('@site/session', () => ({ ...session, signIn }));
const { Providers } = await import('./providers');

afterEach(() => {
  jest.useRealTimers();
  signIn.mockClear();
});

it('the buttons keep the focus while the document is left, and work again when the browser brings it back', () => {
  jest.useFakeTimers();
  render(pageUnderTest({ Page: () => <Providers returnTo="/card" />, at: '/signin' }));
  const google = screen.getByRole('button', { name: 'Sign in with Google' });
  act(() => google.focus());
  fireEvent.click(google);
  fireEvent.click(google);
  expect(signIn).toHaveBeenCalledTimes(1);
  expect(google).toHaveFocus();
  for (const button of screen.getAllByRole('button')) {
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toBeEnabled();
  }
  fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));
  for (const button of screen.getAllByRole('button')) expect(button).toHaveAttribute('aria-disabled', 'false');
});

it('the buttons work again where the browser was stopped on its way', () => {
  jest.useFakeTimers();
  render(pageUnderTest({ Page: () => <Providers returnTo="/card" />, at: '/signin' }));
  const google = screen.getByRole('button', { name: 'Sign in with Google' });
  fireEvent.click(google);
  act(() => jest.advanceTimersByTime(9_999));
  expect(google).toHaveAttribute('aria-disabled', 'true');
  act(() => jest.advanceTimersByTime(1));
  expect(google).toHaveAttribute('aria-disabled', 'false');
  fireEvent.click(screen.getByRole('button', { name: 'Sign in with LinkedIn' }));
  expect(signIn.mock.calls).toEqual([
    ['Google', '/card'],
    ['LinkedIn', '/card'],
  ]);
});
