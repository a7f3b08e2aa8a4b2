import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import * as session from '@site/session';
import { BrowserRouter, Link, useLocation } from '@site/router';
import { createStore } from '../store';
import { params } from '../testing/composition';

let onReturn: session.SessionOptions['onReturn'];
const startSession = (options: session.SessionOptions) => {
  onReturn = options.onReturn;
  return () => undefined;
};
jest.unstable_mockModule('@site/session', () => ({ ...session, startSession }));
const { SessionKeeper } = await import('./session-keeper');

const Shown = () => <p>Shown: {useLocation().pathname}</p>;

/** As the identity library does, which writes the address of the sign-in before it says that it has finished. */
function finishSignIn() {
  history.replaceState(history.state, '', '/signin');
  act(() => onReturn('/card'));
}

beforeEach(() => {
  history.replaceState(null, '', '/signin?code=1&state=2');
  render(
    <BrowserRouter>
      <Provider store={createStore()}>
        <SessionKeeper auth={params.Auth} />
        <Link to="/intro/sponsor?from=menu#form">Contact</Link>
        <Shown />
      </Provider>
    </BrowserRouter>,
  );
});

it('a sign-in that has finished leads to the page to which the person wanted', () => {
  finishSignIn();
  expect(screen.getByText('Shown: /card')).toBeVisible();
  expect(location.pathname).toBe('/card');
});

it('a sign-in that finishes late leaves the person on the page that they went on to, with its address', () => {
  fireEvent.click(screen.getByRole('link', { name: 'Contact' }));
  finishSignIn();
  expect(screen.getByText('Shown: /intro/sponsor')).toBeVisible();
  expect(location.pathname + location.search + location.hash).toBe('/intro/sponsor?from=menu#form');
});
