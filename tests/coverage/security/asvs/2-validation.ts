import { apiContact, apiDemos, apiDesk, apiPlaybooks, apiProfile, apiSignup, botCheck, contracts, oidc } from '../../files';
import {
  apiPrivacy,
  commands,
  conformance,
  deskConformance,
  deskWrite,
  events,
  execute,
  idempotency,
  killedServer,
  network,
  passkeys,
  proxy,
  publishing,
  rateLimitShared,
  registryConformance,
  sequence,
} from '../files';
import { type Chapter, of } from '../requirement';

const documented = of('V2.1');
const input = of('V2.2');
const business = of('V2.3');
const automation = of('V2.4');

export const validation: Chapter = {
  title: 'V2 Validation and business logic',
  requirements: [
    documented(1, 1, 'Documents define how input is judged.', {
      read: ['docs/security.md', 'docs/spec-coverage.md', 'shared/contracts/src/api/calls.ts'],
    }),
    documented(2, 2, 'Documents define what values have to fit together.', {
      read: ['docs/security.md', 'docs/spec-coverage.md'],
      tests: apiDesk('the largest size is not below the smallest'),
    }),
    documented(3, 2, 'Documents state the limits of use, for one person and for all.', { read: ['docs/security.md'] }),
    input(1, 1, 'Input is judged by what is allowed.', {
      tests: [
        ...contracts('phone › refuses …', 'peer group code › refuses …'),
        ...conformance('answers what it says, whatever it is sent…'),
        ...deskConformance('answers what it says, whatever it is sent…'),
        ...registryConformance('answers what it says, whatever it is sent…'),
      ],
    }),
    input(2, 1, 'Servers judge input themselves.', {
      how: 'Forms and routes use the same schemas, and the routes trust no form.',
      tests: [...apiContact('400: tells what is wrong with …'), ...apiSignup('400: tells what is wrong with …')],
    }),
    input(3, 2, 'Values that belong together are checked together.', {
      tests: [...apiDesk('the largest size is not below the smallest'), ...commands('that needs what the shell lacks is refused')],
    }),
    business(1, 1, 'Steps of a flow cannot be skipped.', {
      how: 'A form costs a bot check, an account its invitation, a playbook its rank, a release its publication.',
      tests: [
        ...apiContact('403: refuses a missing proof of work'),
        ...apiPlaybooks('403: refuses locked and evaluating playbooks'),
        ...commands('of an unknown release is refused'),
      ],
    }),
    business(2, 2, 'Limits of the business hold.', {
      tests: [
        ...apiContact('429: is limited, and says when to come back'),
        ...apiPrivacy('with a wrong password, and 429 after five of them'),
        ...events('refuses a stream while 200 are open'),
        ...passkeys('are at most ten for an account'),
        ...apiDemos('409: adds no more than one member may have, however many at once'),
      ],
      how: 'A member has one photo: the next one takes its place, and its files.',
    }),
    business(3, 2, 'An operation happens whole or not at all.', {
      tests: [
        ...idempotency('runs again after a failure, which left nothing'),
        ...execute('shows nothing of a command that hangs'),
        ...killedServer('has lost nothing that it acknowledged'),
        ...publishing('that took so long that others claimed its version'),
        ...deskWrite('leaves an event with who, what, before and after, and a refused one leaves none'),
      ],
    }),
    business(4, 2, 'What there is once cannot be taken twice.', {
      tests: [
        ...sequence('lets exactly one of 20 simultaneous promotions win'),
        ...apiSignup('50 parallel equal sign-ups make one row'),
        ...apiProfile('20 first calls at once make one profile'),
        ...publishing('gives a version to exactly one of several'),
        ...deskWrite('is not removed by whoever has not seen it, and of two at once one is told'),
      ],
    }),
    automation(1, 2, 'Programs cannot call a function excessively.', {
      tests: [
        ...botCheck('passes for its action only', 'is one token, however it is written'),
        ...apiContact('429: is limited, and says when to come back'),
        ...rateLimitShared('is shared by replicas'),
        ...network('… counts as …'),
        ...proxy(
          'of forms to … is told when to come again',
          'of sign-ins (…) is told so by a page',
          'from … is one flood',
          'of requests that do not end is refused',
        ),
        ...oidc('lets one network begin so many sign-ins a minute and no more'),
      ],
      open: 'Reading is limited at the API and at identity alone, to 100 open requests of a network; pages and the registry are not.',
    }),
  ],
};
