import { botCheck } from '../../files';
import { envelope, keyring, publishing, restart, secretHash, signingKeys, tokens, totp, webhookSignature } from '../files';
import { type Chapter, of } from '../requirement';

const inventory = of('V11.1');
const implementation = of('V11.2');
const encryption = of('V11.3');
const hashing = of('V11.4');
const random = of('V11.5');
const publicKeys = of('V11.6');

export const cryptography: Chapter = {
  title: 'V11 Cryptography',
  requirements: [
    inventory(1, 2, 'A policy says how keys are made, shared, replaced and ended.', {
      read: ['docs/security.md', 'docs/runbooks/keys-and-tokens.md'],
    }),
    inventory(2, 2, 'Keys, algorithms and certificates are listed, with what each is for.', { read: ['docs/security.md'] }),
    implementation(1, 2, 'Cryptography comes from proven implementations.', {
      how: 'OpenSSL by node:crypto, jose and oidc-provider; Web Crypto by @simplewebauthn/server, and in browsers.',
      read: ['docs/security.md'],
    }),
    implementation(2, 2, 'Algorithms, keys and costs can be replaced.', {
      tests: [
        ...secretHash('stay verifiable when the cost of new hashes changes'),
        ...signingKeys('are published before they sign'),
        ...envelope('an envelope with both signatures opens with either key'),
        ...webhookSignature('signs with the secret of before'),
        ...restart('with the next secret keeps them too, and once all is sealed anew the one before can go'),
        ...botCheck('passes while its secret is being replaced, and not once it was'),
      ],
    }),
    implementation(3, 2, 'Everything has 128 bits of security.', {
      how: 'AES-256-GCM, SHA-256 and more, Ed25519, HMAC and tokens of 256 bits.',
      tests: webhookSignature('makes secrets of 256 bits'),
      open: 'Tokens of members are signed by RSA keys of 2048 bits, as those of Cognito are: some 112.',
    }),
    encryption(1, 1, 'No ECB, no weak padding.', {
      how: 'AES-256-GCM is the only encryption.',
      tests: keyring('open again with the same secret, and never look the same twice'),
    }),
    encryption(2, 1, 'Approved ciphers and modes.', { how: 'AES-256-GCM.', tests: keyring('open again with the same secret') }),
    encryption(3, 2, 'What is encrypted cannot be changed.', {
      tests: keyring('do not open with another secret, in another row, or altered'),
    }),
    hashing(1, 1, 'Approved hash functions.', {
      how: 'SHA-256 and SHA-384; SHA-1 only within codes of authenticator apps, as RFC 6238 has it for all apps.',
      tests: totp('are those of RFC 6238 at second 59'),
    }),
    hashing(2, 2, 'Passwords are stored by a slow function.', {
      how: 'scrypt with 16 MiB, N=2^14, r=8, p=5, a salt of its own each: what OWASP recommends.',
      tests: secretHash('accept the secret and nothing else', 'differ for equal secrets'),
    }),
    hashing(3, 2, 'Hashes of signatures resist collisions, with 256 bits.', {
      tests: [...envelope('is refused with any change of payload'), ...publishing('nothing of it is stored › a changed file')],
    }),
    hashing(4, 2, 'Keys of passwords are derived by a slow function.', {
      absent: 'No key is derived from a password. IDENTITY_SECRET has 32 random characters at least, and HKDF parts it.',
    }),
    random(1, 2, 'What nobody may guess is random, with 128 bits.', {
      tests: [...tokens('is answered with its secret once'), ...botCheck('is one token, however it is written')],
      how: 'randomBytes: 256 bits for tokens, sessions and secrets of webhooks, 128 for the cookie of visitors. Names of mailed codes and ids of photos are shorter or UUIDs, and are limited or no secrets.',
    }),
    publicKeys(1, 2, 'Keys and signatures are made by approved algorithms.', {
      how: 'Ed25519 for what is live, RS256 for tokens, both made by OpenSSL.',
      tests: [
        ...envelope('are refused if they are of another kind'),
        ...signingKeys('are made once when several processes start together'),
      ],
    }),
  ],
};
