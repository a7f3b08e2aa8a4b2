import type { Part } from '../clause';
import { adapter, amplify, back, library, libraryCalls, session, sessionSlice } from '../files';

export const sessionStates: Part = {
  section: 4,
  title: 'Session and hosted sign-in',
  clauses: [
    {
      id: 'session.states',
      says: 'There is no session, then somebody is signed in with stored tokens, then these are refreshed, then somebody is signed out.',
      quotes: ['Session: no session, then signed in (tokens stored), then refreshed, then signed out.'],
      tests: [
        ...sessionSlice('is unknown at first', 'forgets the member at sign-out'),
        ...session('a visitor › is signed out at once', 'is restored with its groups, and gives tokens to calls'),
        ...amplify('refreshes when it is forced to, and stores the rotated token'),
      ],
    },
    {
      id: 'session.refresh-tolerance',
      says: 'Tokens are refreshed within 5 seconds of expiry, adjusted for clock drift.',
      quotes: ['Tokens are refreshed when the access or id token is within 5 seconds of expiry (adjusted for clock drift)'],
      tests: amplify('refreshes within 5 seconds of expiry and not before…'),
    },
    {
      id: 'session.refresh-forced',
      says: 'Tokens are refreshed when that is forced.',
      quotes: ['or when a refresh is forced.'],
      tests: amplify('refreshes when it is forced to'),
    },
    {
      id: 'session.refresh-failure',
      says: 'A refresh failure clears the tokens and is announced.',
      quotes: ['A refresh failure clears the tokens', 'and a failure is announced.'],
      tests: [...amplify('signs out when the refresh token was revoked'), ...libraryCalls('that is not authorized is tried once')],
    },
    {
      id: 'session.network-error',
      says: 'A network error keeps the tokens.',
      quotes: ['unless it was a network error'],
      tests: [...amplify('keeps the session over a network error'), ...session('survives a network error')],
    },
    {
      id: 'session.not-authorized',
      says: "A 'not authorized' refresh failure means that the user is treated as signed out.",
      quotes: ["A 'not authorized' refresh failure means the user is treated as signed out."],
      tests: [...session('ends when the refresh is refused'), ...libraryCalls('clears the tokens, and means signed out')],
    },
    {
      id: 'session.implicit',
      says: 'The implicit-grant sign-in cannot refresh tokens.',
      quotes: ['The implicit-grant sign-in cannot refresh tokens.'],
      tests: library('leaves a session that cannot be refreshed'),
    },
    {
      id: 'session.hosted-start',
      says: 'A hosted sign-in stores state and challenge, and redirects.',
      quotes: ['Hosted sign-in: start, store state and challenge, redirect'],
      tests: library('and a state of 32, both kept for the return'),
    },
    {
      id: 'session.hosted-return',
      says: 'It returns with a code or token, validates that the state matches, stores tokens and announces signedIn.',
      quotes: ['return with a code or token, validate that the state matches, store tokens, announce signedIn.'],
      tests: [
        ...library('exchanges the code by a form-encoded POST, stores the tokens and announces the sign-in', 'by the implicit grant needs'),
        ...amplify('signs in with the default provider', 'signs in with …'),
        ...session('returns to the wanted page before the session changes'),
      ],
    },
    {
      id: 'session.hosted-failure',
      says: 'Cancel or error gives a failure announcement and cleanup.',
      quotes: ['Cancel or error gives a failure announcement and cleanup.'],
      tests: [
        ...library('… fails, says so, and leaves nothing behind'),
        ...amplify('fails with the reason when the person cancels'),
        ...session(
          'tells why it came to nothing',
          'for the identity library, which ends the sign-in',
          'when the identity library does not load',
        ),
        ...back('who comes to the page anew is told'),
      ],
    },
    {
      id: 'session.already',
      says: 'Signing in while already signed in is refused.',
      quotes: ['Signing in while already signed in is refused.'],
      tests: [...amplify('refuses to sign in while somebody is signed in'), ...library('is refused while somebody is signed in')],
    },
    {
      id: 'session.sign-out',
      says: 'Sign-out revokes the refresh token, clears local data, and redirects to the hosted logout.',
      quotes: [
        'Sign-out revokes the refresh token when possible and clears local data. It then redirects to the hosted logout if the sign-in used the hosted page.',
      ],
      tests: amplify('signs out: revokes the token'),
    },
    {
      id: 'session.guests',
      says: 'Guest credentials are obtained only when guest access is allowed; the site allows none.',
      quotes: ['Guest credentials are obtained only when guest access is allowed'],
      tests: [...libraryCalls('are not asked for unless guests are allowed'), ...adapter('asks for no guest credentials')],
    },
    {
      id: 'session.guest-cache',
      says: 'Guest credentials are cached for about 50 minutes.',
      quotes: ['and are cached for about 50 minutes.'],
      tests: [...libraryCalls('are kept for 50 minutes'), ...amplify('gives guests credentials, once for several calls')],
    },
  ],
};
