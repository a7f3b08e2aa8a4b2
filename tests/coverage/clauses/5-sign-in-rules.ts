import type { Part } from '../clause';
import { amplify, hostedSignIn, identityConfig, library, libraryCalls, paramsContract, passwordPolicy, serverConfig } from '../files';

export const signInRules: Part = {
  section: 5,
  title: 'Signing in',
  clauses: [
    {
      id: 'rules.empty-email',
      says: "'Email cannot be empty' and 'Password cannot be empty' are the words of the sign-in.",
      quotes: ["Sign-in library messages: 'Email cannot be empty'", "'Password cannot be empty'"],
      tests: [...hostedSignIn('says what is missing, beside the fields'), ...library('Email cannot be empty', 'Password cannot be empty')],
    },
    {
      id: 'rules.empty-code',
      says: "'Confirmation code cannot be empty' is the word of the second step.",
      quotes: ["'Confirmation code cannot be empty'"],
      tests: [...hostedSignIn('asks for its code after the password'), ...library('Confirmation code cannot be empty')],
    },
    {
      id: 'rules.empty-others',
      says: "The installed identity library has the words 'Phone number cannot be empty', 'Username cannot be empty' and 'Challenge response cannot be empty'.",
      quotes: ["'Phone number cannot be empty', 'Username cannot be empty'", "'Challenge response cannot be empty'"],
      tests: library('Phone number cannot be empty', 'Username cannot be empty', 'Challenge response cannot be empty'),
    },
    {
      id: 'rules.mfa',
      says: "The installed identity library has the words 'Invalid MFA type' and 'No valid MFA method provided'.",
      quotes: ["'Invalid MFA type', 'No valid MFA method provided'."],
      tests: library('Invalid MFA type', 'No valid MFA method provided'),
    },
    {
      id: 'rules.state',
      says: 'The redirect state must match the stored state, or the flow fails.',
      quotes: ['The redirect state must match the stored state, or the flow fails.'],
      tests: [...amplify('fails when the state is another'), ...library('with a state that is not the stored one')],
    },
    {
      id: 'rules.user-pool',
      says: 'The user pool id must contain an underscore.',
      quotes: ['The user pool id must contain an underscore.'],
      tests: [
        ...paramsContract('take a userPoolId such as'),
        ...serverConfig('that is not described whole is refused: COGNITO_USER_POOL_ID'),
      ],
    },
    {
      id: 'rules.identity-pool',
      says: 'The identity pool id must contain a colon.',
      quotes: ['The identity pool id must contain a colon.'],
      tests: [...paramsContract('take a identityPoolId such as'), ...serverConfig('is refused: COGNITO_IDENTITY_POOL_ID')],
    },
    {
      id: 'rules.token',
      says: 'A token must have three dot-separated parts.',
      quotes: ['A token must have three dot-separated parts.'],
      tests: library('a token of other than three parts is none…', 'with a token of two parts'),
    },
    {
      id: 'rules.same-site',
      says: 'The cookie same-site option must be strict, lax or none, and none requires the secure attribute.',
      quotes: ['The cookie same-site option must be strict, lax or none, and none requires the secure attribute.'],
      tests: libraryCalls('takes strict, lax and none for the same-site option'),
    },
    {
      id: 'rules.password',
      says: 'The password policy (minimum length, default 6; character classes) comes from configuration.',
      quotes: ['The password policy (minimum length default 6, character classes) comes from configuration.'],
      tests: [
        ...passwordPolicy('asks for six characters by default', 'names the classes that are missing'),
        ...identityConfig('needs nothing in development', 'names the variable that cannot be used…'),
      ],
    },
  ],
};
