import type { Part } from '../clause';
import { amplify, apiProfile, back, introForm, library, libraryCalls, memberSession, signInPage, theme } from '../files';

export const signInErrors: Part = {
  section: 8,
  title: 'Sign-in',
  clauses: [
    {
      id: 'errors.signin-query',
      says: 'The error and error_description query parameters appear in a red alert.',
      quotes: [
        'Query parameters error and error_description are shown as a red alert.',
        'The error and error_description query parameters',
      ],
      tests: [
        ...signInPage('shows error and error_description'),
        ...theme('alerts are red in …'),
        ...memberSession('error and error_description of the address'),
      ],
    },
    {
      id: 'errors.signin-event',
      says: 'OAuth failure events appear in an alert.',
      quotes: ['and OAuth failure events appear in an alert.'],
      tests: signInPage('shows a failure of the flow in the words of the library'),
    },
    {
      id: 'errors.unauthenticated',
      says: "'User needs to be authenticated to call this API.'",
      quotes: ["'User needs to be authenticated to call this API.'"],
      tests: [...library('nobody who is signed out is told who they are'), ...apiProfile('says who is signed in and in which groups; 401')],
    },
    {
      id: 'errors.already',
      says: "'There is already a signed in user.'",
      quotes: ["'There is already a signed in user.'"],
      tests: [...library('is refused while somebody is signed in'), ...amplify('refuses to sign in while somebody is signed in')],
    },
    {
      id: 'errors.no-session',
      says: "'Auth session was not found. Make sure to call signIn.' is what the installed identity library says.",
      quotes: ["'Auth session was not found. Make sure to call signIn.'"],
      tests: library('where no session is stored it says so to itself'),
    },
    {
      id: 'errors.redirect',
      says: 'Invalid redirect; redirect from a different origin.',
      quotes: ['Invalid redirect; redirect from a different origin.'],
      tests: library('is refused where the return address is none, or of a different origin'),
    },
    {
      id: 'errors.cancelled',
      says: "'User cancelled OAuth flow.'",
      quotes: ["'User cancelled OAuth flow.'"],
      tests: [
        ...library('with neither code nor state'),
        ...amplify('when the person goes back'),
        ...back('who comes to the page anew is told'),
        ...signInPage('in the words of the library'),
      ],
    },
    {
      id: 'errors.state',
      says: "'An error occurred while validating the state.'",
      quotes: ["'An error occurred while validating the state.'"],
      tests: [...library('with a state that is not the stored one'), ...amplify('fails when the state is another')],
    },
    {
      id: 'errors.no-token',
      says: "'No access token returned from OAuth flow.'",
      quotes: ["'No access token returned from OAuth flow.'"],
      tests: library('by the implicit grant needs an access token'),
    },
    {
      id: 'errors.oauth',
      says: "The installed identity library has the words 'Couldn't finish OAuth flow, check your User Pool HostedUI settings'.",
      quotes: ["'Couldn't finish OAuth flow, check your User Pool HostedUI settings'"],
      tests: library("Couldn't finish OAuth flow"),
    },
    {
      id: 'errors.network',
      says: "'A network error has occurred.'",
      quotes: ["'A network error has occurred.'"],
      tests: [
        ...libraryCalls('without a network says so'),
        ...amplify('keeps the session over a network error'),
        ...introForm('after a broken connection'),
      ],
    },
    {
      id: 'errors.unknown',
      says: "'An unknown error has occurred.'",
      quotes: ["'An unknown error has occurred.'"],
      tests: introForm("an answer 200 that is none of the form's"),
    },
    { id: 'errors.tokens', says: "'Invalid tokens'", quotes: ["'Invalid tokens'"], tests: library('without an access token') },
    {
      id: 'errors.implicit',
      says: "'Token refresh is not supported when authenticated with the implicit grant flow'",
      quotes: ["'Token refresh is not supported when authenticated with the implicit grant flow'"],
      tests: library('leaves a session that cannot be refreshed'),
    },
    {
      id: 'errors.retries',
      says: 'The identity library tries up to 3 times on throttling, 429, 500/502/503/504, timeouts, network errors and clock-skew errors.',
      quotes: [
        'The identity library retries up to 3 times on throttling, 429, 500/502/503/504, timeouts, network errors and clock-skew errors.',
      ],
      tests: [...libraryCalls('is tried three times…'), ...amplify('keeps the session while the provider answers 429 and 503')],
    },
    {
      id: 'errors.backoff',
      says: 'The backoff is exponential, 2^n*100 ms plus jitter, capped at 5 minutes.',
      quotes: ['The backoff is exponential, 2^n*100 ms plus jitter, capped at 5 minutes.'],
      tests: libraryCalls('after 2^n*100 ms plus jitter…', 'never waits longer than five minutes'),
    },
  ],
};
