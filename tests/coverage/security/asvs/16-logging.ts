import {
  apiLogs,
  cluster,
  commands,
  deskWrite,
  edgeStorage,
  edgeTrust,
  execute,
  http,
  identityLogs,
  logging,
  outboxLogs,
  people,
  proxy,
  securityLog,
  startServices,
  tokens,
  troubledStorage,
  upstream,
} from '../files';
import { type Chapter, of } from '../requirement';

const documented = of('V16.1');
const general = of('V16.2');
const securityEvents = of('V16.3');
const protection = of('V16.4');
const failures = of('V16.5');

export const securityLogging: Chapter = {
  title: 'V16 Security logging and error handling',
  requirements: [
    documented(1, 2, 'All logs are listed: what, where, for whom and how long.', { read: ['docs/security.md'] }),
    general(1, 2, 'A line says when, where, who and what.', {
      tests: [
        ...http('carries the id that a well-formed request brought'),
        ...proxy('gives a request one id'),
        ...commands('is on record with its refusals: who, what, from which revision to which'),
        ...securityLog('says who did what, from which network and browser, when'),
        ...deskWrite('leaves an event with who, what, before and after'),
      ],
      open: 'Lines of the services name no person, on purpose.',
    }),
    general(2, 2, 'Times are in UTC, of clocks that agree.', {
      how: 'Lines have ISO times in UTC. Clocks are for the machine.',
      read: ['services/platform/src/logging.ts'],
    }),
    general(3, 2, 'Logs go only where documents say.', {
      how: 'To the standard output; audit, security log and events of the desk to the database.',
      read: ['services/platform/src/logging.ts', 'docs/security.md'],
    }),
    general(4, 2, 'Logs have one form, for programs.', {
      how: 'A JSON object a line in production, by pino.',
      tests: logging('is logged as its statement, state, table and constraint'),
    }),
    general(5, 2, 'Sensitive data are logged as their class allows.', {
      tests: [
        ...logging('never shows a value, logged …', 'is logged without its value, …'),
        ...apiLogs('in every route', 'in the workers'),
        ...identityLogs('neither a person nor a secret › in every route'),
        ...outboxLogs('with a mail server that takes what is sent'),
        ...proxy('logs which page was asked for, and nothing that only the visitor may know'),
      ],
    }),
    securityEvents(1, 2, 'Every sign-in is logged, failed ones too.', {
      how: 'Cognito keeps a log of its own.',
      tests: [
        ...securityLog(
          'says who did what, from which network and browser, when',
          'has the failures, the waiting, and those at addresses without an account',
          'has a wrong second factor',
          'has a wrong code for a new password, at an address without an account too',
          'has a passkey that does not hold',
          'has an invitation that had expired',
          'has a changed password, and sign-outs of every kind',
          'has what the administration does',
        ),
        ...upstream('gives no account when …', '… › refuses a disabled account', '… › shows a page when the answer does not hold'),
      ],
    }),
    securityEvents(2, 2, 'Refused authorizations are logged.', {
      tests: [...tokens('is on record with the name of the token › expired'), ...people('gets nothing, which is on record')],
      open: 'Refusals of the API are lines with 401 and 403, without who was refused.',
    }),
    securityEvents(3, 2, 'Attempts to get around protection are logged.', {
      tests: [
        ...edgeTrust('that is signed by a stranger is refused and reported'),
        ...commands('is on record with its refusals'),
        ...securityLog('has the failures, the waiting', 'has a refresh token that comes back after its time'),
      ],
      open: 'Refused bot checks and limits that were reached, those of the proxy too, are lines with 403 and 429 alone.',
    }),
    securityEvents(4, 2, 'Unexpected errors are logged.', {
      tests: [...logging('keeps its message and where it came from'), ...http('reveals nothing of an unexpected failure')],
    }),
    protection(1, 2, 'Nothing that is logged can pose as another line.', {
      how: 'Values are strings of JSON.',
      tests: logging('never shows a value, logged that quotes the value'),
    }),
    protection(2, 2, 'Logs are read by few and changed by nobody.', {
      tests: [
        ...commands('cannot be changed afterwards, not even in the database'),
        ...tokens('has on record who made a token'),
        ...securityLog('is shown to the owner, who cannot see that of others'),
        ...cluster('refuses the user of … who …'),
      ],
      seenRed: 'the limits of what the user of a role may read.',
      open: 'Lines on the standard output are as safe as the place where the operator collects them. The API may change the events of the desk, which it has to do when a member is erased.',
    }),
    protection(3, 2, 'Logs go to another system.', { open: 'The operator collects the standard output; nothing here sends it.' }),
    failures(1, 2, 'Failures tell nothing of inside.', {
      tests: http('reveals nothing of an unexpected failure', 'has one shape for every cause'),
    }),
    failures(2, 2, 'The site goes on safely while others are away.', {
      tests: [
        ...edgeStorage('while the storage hangs › what is live is served whole'),
        ...troubledStorage('while the storage hangs, pages go on'),
        ...startServices('lives and waits, unready'),
        ...cluster('shows its pages while PostgreSQL is away', 'shows its pages while the store hangs'),
      ],
    }),
    failures(3, 2, 'A failure lets nobody through.', {
      tests: [
        ...execute('shows nothing of a command that hangs'),
        ...edgeTrust('is never served while the keys cannot be read'),
        ...commands('leaves nothing half-written when it cannot be put on record'),
      ],
    }),
  ],
};
