import { adapter, app, cognito, hostedSignIn, oidc } from '../../files';
import {
  accessToken,
  account,
  deskMembers,
  endedUnderWay,
  factors,
  identityAdmin,
  jwt,
  operator,
  passkeys,
  people,
  rectification,
  signIns,
} from '../files';
import { type Chapter, of } from '../requirement';

const documented = of('V7.1');
const fundamental = of('V7.2');
const timeout = of('V7.3');
const termination = of('V7.4');
const abuse = of('V7.5');
const federated = of('V7.6');

export const sessions: Chapter = {
  title: 'V7 Sessions',
  requirements: [
    documented(1, 2, 'Documents state how long a session lasts, idle and at most.', { read: ['docs/security.md'] }),
    documented(2, 2, 'Documents state how many sessions one account may have.', { read: ['docs/security.md'] }),
    documented(3, 2, 'All systems that keep sessions are documented, with how they end together.', {
      read: ['docs/security.md', 'docs/decisions/0021-access-tokens-hold-while-their-sign-in-stands.md'],
    }),
    fundamental(1, 1, 'Tokens are verified by servers.', {
      tests: jwt('tells who makes the request', 'signed by somebody else, unsigned'),
    }),
    fundamental(2, 1, 'Sessions have tokens made for them, no fixed keys.', { tests: oidc('issues tokens in Cognito') }),
    fundamental(3, 1, 'Reference tokens have 128 random bits.', {
      how: 'oidc-provider makes ids of sessions, codes and refresh tokens with nanoid from the secure generator: 43 letters. The successor of a refresh token is an HMAC-SHA-256 of it. They are stored as hashes.',
      read: ['services/identity/src/oidc/adapter.ts'],
    }),
    fundamental(4, 1, 'Each sign-in makes a new session and ends the one before.', {
      tests: [...oidc('rotates refresh tokens, and ends the whole sign-in when an old one comes back')],
      how: 'oidc-provider gives the session another id with each sign-in.',
    }),
    timeout(1, 2, 'A session ends when it is not used.', {
      how: 'A sign-in after 14 days (IDENTITY_IDLE_DAYS), the session of the hosted pages after an hour.',
      tests: signIns('end after fourteen days without use, and go on with each use for no longer than thirty'),
    }),
    timeout(2, 2, 'A session ends at last, however it is used.', {
      how: 'Sign-in, session and tokens after 30 days (IDENTITY_SIGN_IN_DAYS). Refresh tokens end no later than the grant of their sign-in, however often they are rotated.',
      tests: [
        ...signIns(
          'end after thirty days, however often they are used, and their tokens with them',
          'give refresh tokens no longer than is left of them',
        ),
        ...oidc('rotates refresh tokens, and ends the whole sign-in'),
      ],
    }),
    termination(1, 1, 'A session that ended is worth nothing.', {
      tests: [
        ...accessToken('unless it is of another sign-in of theirs', 'its owner signs out'),
        ...cognito('signs out everywhere with an access token'),
        ...signIns('end with the sign-out of the browser, tokens included'),
        ...endedUnderWay('…, while …'),
      ],
    }),
    termination(2, 1, 'All sessions end with the account.', { tests: accessToken('the account is disabled', 'the account is removed') }),
    termination(3, 2, 'After a changed factor, all other sessions can be ended.', {
      tests: [
        ...account('change the password, given the current one, and end every session'),
        ...accessToken('its owner changes the password'),
        ...signIns('end all but this one'),
        ...factors('a reset ends every session, and the next sign-in sets one up again'),
      ],
      how: 'A new password and a reset of the factors end them. After any other change its owner ends them on the list of sign-ins.',
    }),
    termination(4, 2, 'Signing out is in sight wherever one has to be signed in.', {
      tests: app('offers a member My account with Card and Sign out'),
    }),
    termination(5, 2, 'An administrator can end the sessions of one and of all.', {
      tests: [
        ...operator('on the embedded provider, the operator › takes the token from whoever is disabled'),
        ...people('is refused at once, and let in again by a new sign-in'),
        ...identityAdmin('disables and enables', 'ends the sign-ins of everybody at once, which they can read'),
        ...deskMembers('are disabled, enabled and put into groups, and lose a second factor'),
      ],
    }),
    abuse(1, 2, 'Changing what one signs in with asks for a full sign-in before.', {
      tests: [
        ...account('change the password, given the current one', 'turn the authenticator app on and off'),
        ...passkeys('are added with the current password and a name, and removed with the password'),
        ...rectification('without the password, or by a form of somebody else, changes nothing'),
      ],
      how: 'Each change asks for the current password, and a new address for the code that was mailed to it.',
      open: 'The second factor is not asked for again.',
    }),
    abuse(2, 2, 'People see their sessions and can end each.', {
      tests: signIns(
        'are listed with browser, system and network in words, this one marked',
        'end one by one',
        'end all but this one',
        'are ended by nobody else',
      ),
      open: 'Ending one asks for no factor again: the session of the hosted pages, of an hour, is enough.',
    }),
    federated(1, 2, 'Sessions here and at a provider end as documented.', {
      tests: [...hostedSignIn('ends the session and returns to the registered address only'), ...adapter('signs out to /signout')],
      read: ['docs/security.md'],
    }),
    federated(2, 2, 'No session begins without an act of the person.', {
      tests: oidc('remembers the browser: a second sign-in asks for nothing'),
      how: 'The person presses Sign in; within the hour of the hosted session the provider then asks nothing more. Programs ask for the password each time.',
    }),
  ],
};
