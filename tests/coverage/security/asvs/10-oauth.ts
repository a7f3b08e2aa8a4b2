import { cognito, library, oidc } from '../../files';
import { accessToken, factors, jwt, releaseSignIn, signIns, upstream } from '../files';
import { testsOf } from '../../clause';
import { type Chapter, of } from '../requirement';

const generic = of('V10.1');
const client = of('V10.2');
const resource = of('V10.3');
const server = of('V10.4');
const oidcClient = of('V10.5');
const provider = of('V10.6');
const consent = of('V10.7');
const foreignClients = testsOf('services/identity/src/foreign-clients.test.ts');

export const oauth: Chapter = {
  title: 'V10 OAuth and OpenID Connect',
  requirements: [
    generic(1, 2, 'Tokens go only where they are needed.', {
      tests: cognito('lets scripts of the site read answers, and those of nobody else'),
      open: 'Access and refresh tokens are in the browser: the specification asks for the library of Amplify, which keeps them there.',
    }),
    generic(2, 2, 'An answer belongs to the request of the same browser.', {
      tests: [
        ...library('asks for a code with the challenge of a verifier of 128 characters', 'with a state that is not the stored one'),
        ...upstream(
          'sign-in with Google › takes an answer once, and from the browser only that asked',
          'sign-in with Google › signs nobody in where a sign-in began whose answer came to another browser',
        ),
      ],
    }),
    client(1, 2, 'The client is protected from forged answers by PKCE or state.', {
      tests: [
        ...library('asks for a code with the challenge', 'with a state that is not the stored one'),
        ...oidc('refuses a sign-in without PKCE'),
      ],
    }),
    client(2, 2, 'Clients of several servers cannot be mixed up.', {
      how: 'The site knows one server. That server keeps for each flow which provider it asked, and openid-client checks the issuer.',
      tests: upstream('sign-in with LinkedIn › takes an answer once, and from the browser only that asked'),
    }),
    resource(1, 2, 'Access tokens are for this service.', {
      tests: jwt('of another application is refused', 'of another issuer is refused'),
    }),
    resource(2, 2, 'What a token delegates decides.', {
      tests: [...oidc('lets userInfo tell what the scopes of the token allow'), ...accessToken('for what a group allows')],
    }),
    resource(3, 2, 'People are known by what cannot be given to another.', {
      how: 'By the subject, which is a random UUID.',
      tests: jwt('tells who makes the request'),
    }),
    resource(4, 2, 'Demanded strength and age of a sign-in are verified.', {
      how: 'Erasure without a password asks for a sign-in of the last five minutes. Strength is demanded where tokens are given.',
      tests: [
        ...testsOf('services/api/src/privacy/privacy.test.ts')('without the password within five minutes of signing in'),
        ...factors('sessions, codes and refresh tokens of a password alone are worth nothing in the group'),
      ],
    }),
    server(1, 1, 'Return addresses are compared exactly with those registered.', {
      tests: [
        ...oidc('shows an error page, and leads nowhere, for the unregistered address …'),
        ...releaseSignIn('returns to any port of this machine, and nowhere else'),
      ],
    }),
    server(2, 1, 'A code works once; a second use ends the sign-in.', { tests: oidc('ends the whole sign-in when a code is used twice') }),
    server(3, 1, 'A code lives 10 minutes at most.', {
      how: 'One minute.',
      read: ['services/identity/src/oidc/provider-configuration.ts'],
    }),
    server(4, 1, 'A client has only the grants that it needs; no implicit one, no passwords.', {
      tests: oidc('refuses a sign-in for the implicit grant'),
    }),
    server(5, 1, 'Refresh tokens are rotated, and a second use ends the sign-in.', {
      tests: [
        ...oidc('rotates refresh tokens, and ends the whole sign-in when an old one comes back'),
        ...cognito('gives a refresh token that comes again within the grace its one successor'),
        ...signIns('forgive a refresh token for the grace after its first use'),
      ],
      how: 'Within a grace of 30 seconds twenty tabs may use the same one, and get the same one after it.',
      seenRed: 'the name of the successor, which follows from the token before it; that the first use alone begins the grace.',
    }),
    server(6, 2, 'PKCE is demanded, by S256.', {
      tests: oidc('refuses a sign-in without PKCE', 'refuses a sign-in with the plain challenge', 'refuses a code with another verifier'),
    }),
    server(7, 2, 'Clients that register themselves are not trusted.', { absent: 'No client can register itself.' }),
    server(8, 2, 'Refresh tokens expire for good.', {
      how: 'After 30 days from the sign-in; rotation does not extend it.',
      tests: [
        ...oidc('rotates refresh tokens, and ends the whole sign-in'),
        ...signIns('give refresh tokens no longer than is left of them'),
      ],
    }),
    server(9, 2, 'People can revoke tokens on the pages of the server.', {
      tests: signIns(
        'end one by one: the session, its access token and its refresh token are refused at once',
        'end all but this one',
        'show the release command apart from the browser in which it was allowed',
      ),
    }),
    server(10, 2, 'Confidential clients authenticate.', {
      absent: 'All clients are public: browsers and programs on the machines of people.',
    }),
    server(11, 2, 'A client gets only the scopes that it needs.', {
      tests: oidc('lets userInfo tell what the scopes of the token allow'),
      open: 'A grant has all scopes, whatever the client asked for; tokens have those that it asked for.',
    }),
    oidcClient(1, 2, 'An ID token cannot be replayed.', {
      tests: upstream('sign-in with Google › sends what the provider supports: state always, PKCE and nonce to Google'),
    }),
    oidcClient(2, 2, 'A person is known by sub.', {
      tests: upstream('sign-in with Google › signs in the account with the verified address, and from then on whatever the address'),
    }),
    oidcClient(3, 2, 'Metadata of another issuer is refused.', {
      how: 'openid-client compares the issuer of the metadata with the one configured.',
      read: ['services/identity/src/federation/upstream.ts'],
    }),
    oidcClient(4, 2, 'An ID token is for this client.', {
      how: 'openid-client verifies the audience.',
      read: ['services/identity/src/federation/upstream.ts'],
    }),
    oidcClient(5, 2, 'Logout tokens are verified.', { absent: 'There is no back-channel logout.' }),
    provider(1, 2, 'No implicit flow.', { tests: oidc('refuses a sign-in for the implicit grant') }),
    provider(2, 2, 'Nobody is signed out by somebody else.', {
      tests: foreignClients('signs out by the standard way, which asks first'),
      open: 'The address /logout, as Cognito has it, asks nothing.',
    }),
    consent(1, 2, 'People consent to each authorization.', {
      how: 'The clients are ours, and their identity is assured by the return address. A program on the machine of a person asks them to sign in each time.',
      tests: [
        ...oidc('takes consent as given, also where a client asks for it'),
        ...releaseSignIn('asks for the password also where the browser is signed in'),
      ],
    }),
    consent(2, 2, 'What is consented to is told.', { absent: 'No other party gets anything, so there is nothing to consent to.' }),
    consent(3, 2, 'Consents can be seen and taken back.', { absent: 'No other party gets anything, so there is no consent to take back.' }),
  ],
};
