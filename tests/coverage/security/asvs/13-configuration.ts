import { paramsContract, serverConfig } from '../../files';
import {
  apiConfig,
  apiOpenapi,
  assets,
  cluster,
  deployRules,
  edgeTrust,
  httpTrust,
  proxy,
  renderer,
  repositoryRules,
  sampleAccounts,
  tokens,
  webhookAddresses,
} from '../files';
import { type Chapter, of } from '../requirement';

const documented = of('V13.1');
const backend = of('V13.2');
const secrets = of('V13.3');
const leakage = of('V13.4');

export const configuration: Chapter = {
  title: 'V13 Configuration',
  requirements: [
    documented(1, 2, 'All connections to others are documented.', { read: ['docs/security.md'] }),
    backend(1, 2, 'Roles authenticate to each other, by what is changed.', {
      how: 'Edges speak to the registry with a token that only they have, and believe what its key has signed.',
      tests: edgeTrust('is polled by an edge without a token, or with one that it refuses'),
      open: 'PostgreSQL, the store and the mail server are met with passwords that nothing replaces.',
    }),
    backend(2, 2, 'Accounts of services may do no more than they need.', {
      tests: [
        ...tokens('is not made for an edge of some parts', 'is on record with the name of the token › view, and not publish'),
        ...deployRules(
          'runs its processes with …',
          'gives each role a user of the database of its own, and the secrets that are its own, …',
        ),
        ...cluster('refuses the user of … who …'),
      ],
      read: ['services/server/src/database-rights.ts'],
    }),
    backend(3, 2, 'No credential is a default one.', {
      tests: [...serverConfig('a role by itself › is not asked for the secrets of others'), ...deployRules('commits no secret')],
    }),
    backend(4, 2, 'Only listed systems are spoken to.', {
      tests: webhookAddresses('may reach …'),
      open: 'Webhooks may go to every public address, by design; a network policy for the rest is left to the operator.',
    }),
    backend(5, 2, 'Servers load only from listed places.', {
      how: 'Upstreams of the proxy are fixed; code of releases cannot reach the network.',
      tests: renderer('cannot reach the network'),
    }),
    secrets(1, 2, 'Secrets are managed, and not in sources or builds.', {
      tests: [
        ...deployRules('commits no secret'),
        ...repositoryRules('nothing that is ignored'),
        ...paramsContract('have an Auth section'),
      ],
      open: 'They come from the environment and from files with mode 600: which vault fills these is the choice of the operator.',
    }),
    secrets(2, 2, 'Secrets are for those who need them.', {
      tests: [
        ...serverConfig('a role by itself › is not asked for the secrets of others'),
        ...deployRules('gives each role a user of the database of its own, and the secrets that are its own, …'),
        ...renderer('finds no environment'),
      ],
    }),
    leakage(1, 1, 'No .git or the like is deployed.', {
      how: 'The image has what .dockerignore lets in.',
      read: ['.dockerignore', 'deploy/Dockerfile'],
    }),
    leakage(2, 2, 'Debugging is off in production.', {
      tests: [
        ...apiConfig('is absent unless it is turned on, and cannot be turned on outside tests'),
        ...sampleAccounts('are refused in production'),
        ...serverConfig('outside production › no other machine reaches the site: HOST …'),
      ],
    }),
    leakage(3, 2, 'No listing of folders.', { tests: assets('is not at /assets/mf-a/1.0.0/') }),
    leakage(4, 2, 'TRACE is not answered.', { tests: httpTrust('does not repeat a request to who traces it') }),
    leakage(5, 2, 'Documents and figures of inside stay inside.', {
      tests: [
        ...proxy('keeps /metrics to the inside'),
        ...apiOpenapi('shows every call in development, without scripts; not in production'),
      ],
      how: 'The OpenAPI documents are for everybody, on purpose.',
    }),
  ],
};
