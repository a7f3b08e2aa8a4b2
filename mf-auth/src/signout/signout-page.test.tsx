import { beforeEach, describe, expect, it, jest } from '@jest/globals';
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

describe('a session that another tab begins after this one has signed out', () => {
  const title = (name: string) => screen.getByRole('heading', { level: 1, name });

  /** The page as it stands after a sign-out, and then with whoever has signed in with another tab. */
  function signInElsewhere() {
    const store = makeStore();
    store.dispatch(signedOut());
    render(pageUnderTest({ store, Page: SignOutPage, at: '/signout' }));
    expect(title('Successful signed out.')).toBeVisible();
    act(() => void store.dispatch(signedIn({ username: 'bob', groups: [] })));
    return store;
  }

  beforeEach(() => void signOut.mockReset().mockImplementation(() => new Promise(() => undefined)));

  it('is not ended, and the page says that there is one', () => {
    signInElsewhere();
    expect(title('You are signed in')).toBeVisible();
    expect(screen.getByText('Somebody has signed in with this browser meanwhile.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeVisible();
    expect(signOut).not.toHaveBeenCalled();
  });

  it('is not ended where it follows a sign-out of this visit', () => {
    const store = makeStore();
    store.dispatch(signedIn({ username: 'ada', groups: [] }));
    render(pageUnderTest({ store, Page: SignOutPage, at: '/signout' }));
    act(() => void store.dispatch(signedOut()));
    act(() => void store.dispatch(signedIn({ username: 'bob', groups: [] })));
    expect(title('You are signed in')).toBeVisible();
    expect(signOut).toHaveBeenCalledTimes(1);
  });

  it('is ended by the button, once however often it is pressed, and says so', async () => {
    const store = signInElsewhere();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(title('Signing out...')).toBeVisible();
    const button = screen.getByRole('button', { name: 'Signing out...' });
    expect(button).toHaveFocus();
    await userEvent.click(button);
    expect(signOut).toHaveBeenCalledTimes(1);
    act(() => void store.dispatch(signedOut()));
    expect(title('Successful signed out.')).toBeVisible();
    act(() => void store.dispatch(signedIn({ username: 'cem', groups: [] })));
    expect(title('You are signed in')).toBeVisible();
    expect(signOut).toHaveBeenCalledTimes(1);
  });

  it('is told of a sign-out by the button that fails, which is tried again', async () => {
    signInElsewhere();
    signOut.mockRejectedValueOnce(new Error('A network error has occurred.'));
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('A network error has occurred.');
    expect(title('You are still signed in')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(signOut).toHaveBeenCalledTimes(2);
  });

  it('knows nothing of a sign-out that failed before', async () => {
    const store = makeStore();
    store.dispatch(signedIn({ username: 'ada', groups: [] }));
    signOut.mockRejectedValueOnce(new Error('A network error has occurred.'));
    render(pageUnderTest({ store, Page: SignOutPage, at: '/signout' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    act(() => void store.dispatch(signedOut()));
    act(() => void store.dispatch(signedIn({ username: 'bob', groups: [] })));
    expect(title('You are signed in')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is not ended where the page is loaded again, or come back to, but by the button', async () => {
    const store = makeStore();
    store.dispatch(signedOut());
    const { unmount } = render(pageUnderTest({ store, Page: SignOutPage, at: '/signout' }));
    const entry = window.history.state as unknown;
    unmount();
    store.dispatch(signedIn({ username: 'bob', groups: [] }));
    const again = pageUnderTest({ store, Page: SignOutPage, at: '/signout' });
    window.history.replaceState(entry, '');
    render(again);
    expect(title('You are signed in')).toBeVisible();
    expect(signOut).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(signOut).toHaveBeenCalledTimes(1);
  });

  it('is not ended by going on to another page, however long that takes to come', () => {
    const store = makeStore();
    store.dispatch(signedIn({ username: 'bob', groups: [] }));
    const loadedAgain = pageUnderTest({ store, Page: SignOutPage, at: '/signout' });
    window.history.replaceState({ signedOutBy: performance.timeOrigin }, '');
    render(loadedAgain);
    // What the router does at once; the page itself follows when its code is there.
    window.history.pushState(null, '', '/practice');
    act(() => void store.dispatch(signedIn({ username: 'bob', groups: ['staff'] })));
    expect(title('You are signed in')).toBeVisible();
    expect(signOut).not.toHaveBeenCalled();
  });

  it.each([
    ['is ended where somebody enters the address once more', 'navigate', 1],
    ['is not ended where the page is loaded again after a while', 'reload', 0],
  ])('%s', (_what, type, times) => {
    const store = makeStore();
    store.dispatch(signedIn({ username: 'bob', groups: [] }));
    const loaded = pageUnderTest({ store, Page: SignOutPage, at: '/signout' });
    // As browsers keep it, of a document that is gone.
    window.history.replaceState({ signedOutBy: performance.timeOrigin - 60_000 }, '');
    // jsdom has none.
    Object.assign(performance, { getEntriesByType: () => [{ type }] });
    render(loaded);
    expect(signOut).toHaveBeenCalledTimes(times);
  });

  it('is ended by the next visit, such as from the menu of this page', async () => {
    signInElsewhere();
    window.history.pushState({ key: 'from the menu' }, '', '/signout');
    act(() => void window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown })));
    expect(title('Signing out...')).toBeVisible();
    expect(signOut).toHaveBeenCalledTimes(1);
  });
});
