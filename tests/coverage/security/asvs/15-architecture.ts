import { apiDesk, apiPhoto, apiProfile, botCheck, passwordPolicy } from '../../files';
import { apiConfig, conformance, edgeStorage, edgeTrust, http, httpTrust, renderer, sampleAccounts, webhookAddresses } from '../files';
import { type Chapter, of } from '../requirement';

const documented = of('V15.1');
const dependencies = of('V15.2');
const defensive = of('V15.3');

export const secureCoding: Chapter = {
  title: 'V15 Secure coding and architecture',
  requirements: [
    documented(1, 1, 'Documents say within which time vulnerable libraries are replaced.', { read: ['SECURITY.md'] }),
    documented(2, 2, 'All libraries are listed, and come from one trusted place.', {
      how: 'package-lock.json names each with its hash; `npm sbom` writes the list in CycloneDX or SPDX.',
      read: ['package-lock.json', 'SECURITY.md'],
    }),
    documented(3, 2, 'Documents name what costs much, and what keeps it from stopping everything.', { read: ['docs/security.md'] }),
    dependencies(1, 1, 'No library is older than these times allow.', {
      open: 'Nothing checks it by itself: `npm audit` needs the network, and is run by people before a release.',
    }),
    dependencies(2, 2, 'What costs much cannot stop everything.', {
      tests: [
        ...renderer('that takes an endless loop is ended', 'that takes memory without end is ended', 'is for few visitors at a time'),
        ...apiPhoto('413: refuses bytes and pixels beyond the limits', '429: is limited per account'),
        ...edgeStorage('a file that stops in the middle › is given up'),
        ...passwordPolicy('judges the beginning of a long one only'),
      ],
    }),
    dependencies(3, 2, 'Production has nothing that it does not need.', {
      tests: [
        ...apiConfig('is absent unless it is turned on, and cannot be turned on outside tests'),
        ...sampleAccounts('are refused in production'),
      ],
      open: 'The image has no tests, and helpers of tests all the same.',
    }),
    defensive(1, 1, 'Answers have only the fields that they need.', {
      how: 'Each answer is written by the schema of its route, which leaves everything else out.',
      tests: conformance('answers what it says, whatever it is sent…'),
    }),
    defensive(2, 2, 'Calls to others follow no redirects.', {
      tests: [
        ...webhookAddresses('follows no redirect'),
        ...botCheck('follows no redirect, which would hand the secret on'),
        ...edgeTrust('a registry that leads elsewhere is not followed there'),
        ...passwordPolicy('that … refuses nothing, and is counted and told'),
      ],
    }),
    defensive(3, 2, 'A request sets only the fields that it may.', {
      tests: [
        ...apiProfile('what only staff may set is not taken'),
        ...apiDesk('are found, ranked and subscribed, and the player sees it'),
      ],
    }),
    defensive(4, 2, 'The address of the visitor is known, and cannot be made up.', {
      tests: httpTrust('counts a visitor by the address that the trusted proxy saw'),
    }),
    defensive(5, 2, 'Types are checked, and compared strictly.', {
      how: 'TypeScript in its strictest form and eqeqeq; requests become typed by their schemas.',
      read: ['tsconfig.base.json', 'eslint.config.mjs'],
      tests: http('names the part of the request that is not valid'),
    }),
    defensive(6, 2, 'Prototypes cannot be polluted.', {
      how: 'Fastify refuses __proto__ and constructor in bodies; schemas take named fields alone.',
      tests: httpTrust('refuses a body that names a prototype: …'),
    }),
    defensive(7, 2, 'A parameter that comes twice does no harm.', {
      how: 'Query, path and body are apart, and each has its schema: a list where a text belongs is refused.',
      tests: conformance('answers what it says, whatever it is sent…'),
    }),
  ],
};
