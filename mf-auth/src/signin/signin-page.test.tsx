import { describe, expect, it, jest } from '@jest/globals';
import { StrictMode } from 'react';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { signedIn, signedOut, signInFailed } from '@site/session';
import { pageUnderTest, makeStore } from '@site/testing/page-under-test';
import SignInPage from './signin-page';

type Action = ReturnType<typeof signedIn> | ReturnType<typeof signedOut> | ReturnType<typeof signInFailed>;

function show(at: string, action: Action | null = signedOut()) {
  const store = makeStore();
  if (action) store.dispatch(action);
  render(pageUnderTest({ store, Page: SignInPage, at, route: '/signin/:target?' }));
  return store;
}

describe('signing in', () => {
  it('offers the default provider first, then those of the configuration', () => {
    show('/signin');
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Sign in with your account',
      'Sign in with Google',
      'Sign in with LinkedIn',
    ]);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each([
    ['/signin', 'Led to /card'],
    ['/signin/draft', 'Led to /draft'],
    ['/signin/%2F%2Fevil.example', 'Led to /card'],
  ])('leads whoever is signed in from %s on: %s', (at, place) => {
    show(at, signedIn({ username: 'ada', groups: [] }));
    expect(screen.getByText(place)).toBeVisible();
  });

  it('leaves a sign-in that came back to the way on which it is already, however long the next page takes', () => {
    const store = show('/signin?code=c&state=s', null);
    // What the router does at once; the page itself follows when its code is there.
    window.history.replaceState(null, '', '/draft');
    act(() => void store.dispatch(signedIn({ username: 'ada', groups: [] })));
    expect(screen.getByRole('status')).toHaveTextContent('Signing you in...');
    expect(window.location.pathname).toBe('/draft');
  });

  it('is one page for search engines, wherever it leads', () => {
    show('/signin/draft');
    expect(document.querySelector('link[rel=canonical]')).toHaveAttribute('href', 'https://site.example/signin');
  });

  it('shows error and error_description of the address as an alert', () => {
    show('/signin?error=access_denied&error_description=The+person+said+no');
    expect(screen.getByRole('alert')).toHaveTextContent('access_denied: The person said no');
    expect(getComputedStyle(screen.getByRole('alert')).getPropertyValue('--ui-colors-color-palette-subtle')).toBe(
      'var(--ui-colors-danger-subtle)',
    );
  });

  it('breaks an error_description without a space where the page ends', () => {
    show(`/signin?error=access_denied&error_description=${'x'.repeat(300)}`);
    expect(screen.getByText(/x{300}/)).toHaveStyle({ overflowWrap: 'anywhere' });
  });

  it('shows a failure of the flow in the words of the library', () => {
    show('/signin', signInFailed('User cancelled OAuth flow.'));
    expect(screen.getByRole('alert')).toHaveTextContent('An error has occurred during the OAuth flow: User cancelled OAuth flow.');
  });

  it('shows the failure to the visit that came back from the provider, and to no later one', () => {
    const store = makeStore();
    const visit = (at: string) =>
      render(<StrictMode>{pageUnderTest({ store, Page: SignInPage, at, route: '/signin/:target?' })}</StrictMode>);
    store.dispatch(signInFailed('User cancelled OAuth flow.'));
    const { unmount } = visit('/signin');
    expect(screen.getByRole('alert')).toHaveTextContent('User cancelled OAuth flow.');
    unmount();
    visit('/signin/draft');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    act(() => void store.dispatch(signInFailed('User cancelled OAuth flow.')));
    expect(screen.getByRole('alert')).toHaveTextContent('User cancelled OAuth flow.');
  });

  it('says that it is signing in while a returning flow is being finished', () => {
    show('/signin?code=c&state=s', null);
    expect(screen.getByRole('status')).toHaveTextContent('Signing you in...');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('says for five seconds why it could not leave for the provider, and lets the person try again', async () => {
    // Without a started session the real module refuses to sign in, as it would with somebody signed in already.
    const consoleError = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    show('/signin');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in with Google' }));
    const message = await screen.findByText('startSession was not called');
    expect(message).toBeVisible();
    const timer = message.closest('.Toastify__toast')?.querySelector<HTMLElement>('[role=progressbar]');
    expect(timer?.style.animationDuration).toBe('5000ms');
    expect(screen.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled();
    consoleError.mockRestore();
  });
});
