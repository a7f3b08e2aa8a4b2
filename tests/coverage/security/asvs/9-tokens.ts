import { oidc } from '../../files';
import { cognitoSite, envelope, jwt, releaseSignIn, signingKeys } from '../files';
import { type Chapter, of } from '../requirement';

const integrity = of('V9.1');
const content = of('V9.2');

export const selfContainedTokens: Chapter = {
  title: 'V9 Self-contained tokens',
  requirements: [
    integrity(1, 1, 'Signatures are verified before anything else is believed.', {
      tests: [...jwt('signed by somebody else, unsigned'), ...envelope('is refused with any change of payload, signature')],
    }),
    integrity(2, 1, 'Only listed algorithms are taken.', {
      how: 'RS256 for tokens, Ed25519 for targets, and no other.',
      tests: [...jwt('signed by somebody else, unsigned, or none at all'), ...envelope('are refused if they are of another kind')],
    }),
    integrity(3, 1, 'Keys come from where they were configured, never from the token.', {
      tests: [
        ...cognitoSite('refuses tokens of another pool'),
        ...envelope('that only a stranger signed is refused'),
        ...signingKeys('are published before they sign'),
      ],
    }),
    content(1, 1, 'Tokens count within their time.', { tests: jwt('that expired is refused') }),
    content(2, 2, 'Tokens are of the right kind.', {
      tests: [...jwt('that is an id token is refused'), ...oidc('with an access token only')],
    }),
    content(3, 2, 'Tokens are for this service.', {
      tests: [
        ...jwt('of another application is refused'),
        ...releaseSignIn('gets tokens that the registry takes, and the API of the members does not'),
      ],
    }),
    content(4, 2, 'Tokens of one key name whom they are for.', {
      how: 'By client_id, as Cognito has it; the audience is the same for all members.',
      tests: releaseSignIn('gets tokens that the registry takes, and the API of the members does not'),
    }),
  ],
};
