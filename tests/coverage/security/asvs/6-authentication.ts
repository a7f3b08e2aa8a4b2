import { hostedSignIn, identityConfig, passwordPolicy } from '../../files';
import {
  account,
  cognitoSite,
  deskMembers,
  factors as secondFactors,
  guessing,
  hostedPages,
  jwt,
  lockout,
  passkeys,
  proxy,
  rectification,
  releaseSignIn,
  sampleAccounts,
  secretHash,
  totp,
  upstream,
} from '../files';
import { type Chapter, of } from '../requirement';

const documented = of('V6.1');
const password = of('V6.2');
const general = of('V6.3');
const lifecycle = of('V6.4');
const factors = of('V6.5');
const outOfBand = of('V6.6');
const providers = of('V6.8');

export const authentication: Chapter = {
  title: 'V6 Authentication',
  requirements: [
    documented(1, 1, 'Documents say how guessing of passwords is slowed down, and how nobody is locked out by it.', {
      read: ['docs/security.md', 'services/identity/README.md'],
    }),
    documented(2, 2, 'A list of words of this place that no password may be.', {
      how: 'The name of the site (BRAND), and name and address of the owner, by their words.',
      read: ['docs/security.md', 'services/identity/src/accounts/password-strength.ts'],
      open: 'Names of the programme, such as those of playbooks, are not among them.',
    }),
    documented(3, 2, 'All ways to sign in are documented, with what protects each.', {
      read: ['docs/security.md', 'services/identity/README.md'],
    }),
    password(1, 1, 'Passwords have at least 8 characters.', {
      tests: passwordPolicy('asks for six characters by default and for no classes'),
      open: 'The specification sets 6 as the default; IDENTITY_PASSWORD_MIN_LENGTH raises it, in the example of production to 12.',
    }),
    password(2, 1, 'People can change their password.', { tests: account('change the password, given the current one') }),
    password(3, 1, 'That asks for the current one.', { tests: account('change the password, given the current one') }),
    password(4, 1, 'New passwords are compared with the 3,000 most used ones.', {
      how: 'zxcvbn has 49,000 of them, and finds them in other spellings too. IDENTITY_PASSWORD_STRENGTH=0 turns it off.',
      tests: passwordPolicy('refuses …, and says why'),
    }),
    password(5, 1, 'No classes of characters are demanded.', {
      how: 'None by default; the specification lets an installation demand some.',
      tests: passwordPolicy('asks for six characters by default and for no classes'),
    }),
    password(6, 1, 'Password fields hide what is typed.', { read: ['services/identity/src/hosted/pages/sign-in-pages.ts'] }),
    password(7, 1, 'Pasting and password managers work.', {
      how: 'The hosted pages have no script but for passkeys, and autocomplete names what each field is for.',
      tests: hostedPages('signs in by keyboard alone, without script'),
    }),
    password(8, 1, 'Passwords are verified as typed.', {
      how: 'In one Unicode form (NFKC), as NIST recommends, and otherwise as typed.',
      tests: secretHash('accept the secret and nothing else', 'accept a secret typed in another Unicode form'),
    }),
    password(9, 2, 'Passwords of 64 characters are taken.', {
      how: 'Up to 256. Strength is judged by the first 32.',
      tests: passwordPolicy('judges the beginning of a long one only'),
      read: ['services/identity/src/accounts/password-policy.ts'],
    }),
    password(10, 2, 'Passwords do not expire.', {
      how: 'Only those of invitations do.',
      tests: hostedSignIn('says so when it has expired, to whoever has it'),
    }),
    password(11, 2, 'Words of this place are refused.', {
      how: 'Where a password is made of them; among other words they count as little.',
      tests: passwordPolicy('refuses cloudpractice, and says why', 'refuses lovelace1, and says why'),
      open: 'See V6.1.2.',
    }),
    password(12, 2, 'Passwords that were breached are refused.', {
      how: 'Where the operator names a list (PASSWORD_BREACH_RANGE_URL); the most used ones are known without (V6.2.4).',
      tests: passwordPolicy(
        'refuses what is on it, and is told no more than five digits of the hash',
        'that … refuses nothing, and is counted and told',
      ),
    }),
    general(1, 1, 'What the documents say against guessing is done.', {
      tests: [
        ...lockout('lets five attempts through and refuses the sixth', 'waits twice as long after every further failure'),
        ...guessing(
          'hold up the network that they come from',
          'do not hold up a browser in which the owner has signed in before',
          'from many networks leave each further one a single attempt',
          'do not count where a cookie was made up',
        ),
        ...hostedSignIn('stops looking at passwords of a(n) …', 'allows five guesses for a code'),
        ...proxy('of sign-ins (…) is told so by a page'),
      ],
    }),
    general(2, 1, 'There are no default accounts.', { tests: sampleAccounts('are refused in production') }),
    general(3, 2, 'Signing in takes several factors.', {
      how: 'Staff and release managers have to, in production. A passkey is two factors, because the device verifies its owner.',
      tests: [
        ...secondFactors(
          'nobody in the group … gets a code before setting one up',
          'sessions, codes and refresh tokens of a password alone are worth nothing in the group',
          'the last factor stays, and one that is not the last goes',
        ),
        ...identityConfig('requires a second factor of staff and release managers in production: …'),
        ...passkeys('are both factors', 'refuse an answer …'),
        ...hostedSignIn('asks for its code after the password, once per code'),
      ],
      open: 'Members choose whether they have a second factor. With Cognito the pool decides.',
    }),
    general(4, 2, 'All ways to sign in are known and equally strong.', {
      tests: [
        ...hostedSignIn('refuses an account that does not exist, and a provider that nobody offers', 'has no chooser in production'),
        ...releaseSignIn('asks for the password also where the browser is signed in'),
        ...secondFactors('who signs in through another provider is led there, too'),
      ],
      open: 'Members who sign in through Google or LinkedIn are asked for no factor of ours, also where they have an authenticator app.',
    }),
    lifecycle(1, 1, 'Initial passwords are random, expire, and do not stay.', {
      tests: hostedSignIn(
        'leads from the invitation over an own password',
        'cannot be left half-way',
        'says so when it has expired, to whoever has it',
      ),
    }),
    lifecycle(2, 1, 'There are no hints and no secret questions.', { read: ['services/identity/README.md'], how: 'There are none.' }),
    lifecycle(3, 2, 'A reset by mail does not bypass the second factor.', {
      tests: hostedSignIn('is asked for after a reset by mail too'),
    }),
    lifecycle(4, 2, 'A lost factor is replaced only after the identity was proven.', {
      how: 'By one of eight recovery codes; else by an operator, or by staff for members, who have to know the person. That is for people to do.',
      tests: [
        ...secondFactors('a reset ends every session, and the next sign-in sets one up again'),
        ...deskMembers('are disabled, enabled and put into groups, and lose a second factor'),
      ],
      read: ['docs/runbooks/people.md'],
    }),
    factors(1, 2, 'Codes work once.', {
      tests: [
        ...totp('work once'),
        ...hostedSignIn('asks for its code after the password, once per code', 'works once, and ends the other sessions'),
        ...passkeys('refuse a challenge of another sign-in, one that was used, and one that has expired'),
      ],
    }),
    factors(2, 2, 'Short codes are stored as slow, salted hashes.', {
      tests: hostedSignIn('keeps the code at rest as a hash only'),
      open: 'Recovery codes of 59 random bits have a plain SHA-256.',
    }),
    factors(3, 2, 'Codes and seeds come from a secure generator.', {
      how: 'randomInt and randomBytes of Node.',
      tests: totp('belong to a fresh secret of 160 bits'),
    }),
    factors(4, 2, 'Codes have 20 bits at least.', {
      how: 'Six digits, or twelve of 31 letters.',
      read: ['services/identity/src/accounts/recovery-codes.ts', 'services/identity/src/accounts/password-reset.ts'],
    }),
    factors(5, 2, 'Codes live shortly: 10 minutes by mail, 30 seconds of an app.', {
      tests: [
        ...totp('are accepted one step early or late, and not two'),
        ...hostedSignIn('allows five guesses for a code, and none after its time'),
      ],
      open: 'A code of an app is taken one step late, so that it lives up to a minute.',
    }),
    outOfBand(1, 2, 'Codes by telephone only to verified numbers.', { absent: 'No code goes by telephone.' }),
    outOfBand(2, 2, 'A code belongs to the request that it was made for.', {
      how: 'An account has one open code of each kind, and a new request replaces it.',
      tests: [
        ...hostedSignIn('works once, and ends the other sessions'),
        ...rectification('the e-mail address signs in with the new one, once its code was entered'),
      ],
      open: 'The code of a forgotten password is bound to the address, not to the browser that asked for it.',
    }),
    outOfBand(3, 2, 'Guessing codes is limited.', {
      tests: [
        ...hostedSignIn('allows five guesses for a code', 'with an authenticator app › limits guesses'),
        ...rectification('and guesses the code has five attempts, whatever comes after'),
      ],
    }),
    providers(1, 2, 'Nobody poses as another person through another provider.', {
      how: 'A person of a provider is known by provider and subject; the first time the verified address decides.',
      tests: upstream(
        'sign-in with Google › signs in the account with the verified address',
        'sign-in with Google › gives no account when the address is not verified',
      ),
    }),
    providers(2, 2, 'Signatures of assertions are verified.', {
      how: 'Those of Google and LinkedIn by openid-client.',
      tests: [...jwt('signed by somebody else, unsigned'), ...cognitoSite('refuses tokens of another pool')],
    }),
    providers(3, 2, 'SAML assertions are used once.', { absent: 'There is no SAML.' }),
    providers(4, 2, 'Strength and time of a sign-in elsewhere are looked at.', {
      how: 'Whoever must have a second factor is asked for it here, whatever the provider did.',
      tests: [
        ...releaseSignIn('asks for the password also where the browser is signed in'),
        ...secondFactors('who signs in through another provider is led there, too'),
      ],
      open: 'acr and amr of Google and LinkedIn are not looked at.',
    }),
  ],
};
