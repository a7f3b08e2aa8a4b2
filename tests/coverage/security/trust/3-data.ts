import { apiContact, apiSignup } from '../../files';
import {
  apiLogs,
  cluster,
  commands,
  databaseServer,
  dataLock,
  deskWrite,
  edgeStorage,
  execute,
  explainFailure,
  http,
  idempotency,
  identityLogs,
  killedRegistry,
  killedServer,
  mailSmtp,
  outbox,
  outboxLogs,
  proxy,
  proxyCache,
  registryLogs,
  startServices,
  storage,
  troubledStorage,
} from '../files';
import type { Chapter } from '../requirement';
import { row } from './row';

export const data: Chapter = {
  title: 'Data',
  requirements: [
    row('killed', 'A process that is killed in mid-write has lost nothing that it acknowledged, and is ready again.', {
      seenRed: 'the wait of the embedded database until what is committed is written.',
      tests: [
        ...killedServer('has lost nothing that it acknowledged'),
        ...killedRegistry('on the embedded database › a registry that is killed', 'on the PostgreSQL database › a registry that is killed'),
        ...cluster('fails no visitor when a process of each role dies, and has every form that it acknowledged'),
      ],
      how: 'KILL_RUNS says how often: a few times in npm test, a hundred before a release.',
    }),
    row(
      'postgres',
      'PostgreSQL is restarted or stopped, or its connections cut: nothing is lost or doubled, and meanwhile answers are 503 with Retry-After.',
      {
        seenRed: 'the listener for a connection that breaks in use; the list of failures that pass; the answer 503.',
        tests: [
          ...databaseServer(
            'inside a transaction fails that transaction as the database being away',
            'again and again leaves the pool whole',
            'a server that is away › fails whatever needs it',
          ),
          ...execute('shows nothing of a command that hangs'),
          ...http('for an unreachable database says when to come back'),
          ...startServices('opens what needs the database when it answers'),
          ...cluster('shows its pages while PostgreSQL is away, says when to come again'),
        ],
      },
    ),
    row('two-processes', 'A second process on the embedded database is refused, and says why.', {
      seenRed: 'the question whether the holder lives.',
      tests: dataLock('refuses a second holder', 'refuses while another process lives'),
    }),
    row('form-twice', 'A form that is sent fifty times at once is one row and one mail.', {
      seenRed: 'the record of keys that were used.',
      tests: [
        ...apiContact('50 parallel submissions under one idempotency key'),
        ...apiSignup('50 parallel equal sign-ups'),
        ...idempotency('is executed once and answered every time, 50 at once'),
      ],
    }),
    row(
      'two-editors',
      'Two members of staff change the same thing at once: nothing is overwritten unseen, and each write is in the events.',
      {
        seenRed: 'the comparison of versions; the refusal of a write that names none; the events.',
        tests: deskWrite(
          '428 without the version that was seen, 412 with another one: nothing is changed',
          'the second is told, and nothing of the first is overwritten, whatever it is',
          'is not removed by whoever has not seen it, and of two at once one is told',
          'leaves an event with who, what, before and after, and a refused one leaves none',
        ),
      },
    ),
    row('smtp-down', 'Mail waits while the mail server is down, is not lost, and what comes twice has one Message-ID.', {
      seenRed: 'the attempts after the first; that the Message-ID stays the same.',
      tests: [
        ...mailSmtp('that was queued while the server was down', 'comes again under the same Message-ID'),
        ...outbox('waits while the mail server is down'),
      ],
    }),
    row('disk-full', 'A full disk is a clean refusal, leaves no part of a file, and lets reading go on.', {
      seenRed:
        'the answer 507; the removal of what was half written; the folder where it lies until it is whole; the sentences of the start.',
      tests: [
        ...http('for a full disk says when to come back'),
        ...storage('a write on disk that fails › shows no part'),
        ...explainFailure('because of a full disk says so', 'because of a full disk under the embedded'),
      ],
    }),
    row(
      'store',
      'The store fails, hangs or loses a file: what was served goes on, a promotion is refused or ends later, and no combination changes.',
      {
        seenRed:
          'the question to the store before a promotion; that a fallback which cannot be read holds up nothing; the time limit of what an edge reads.',
        tests: [
          ...edgeStorage('while the storage … › what is live is served whole', 'a fallback that the storage does not have'),
          ...troubledStorage('while the storage hangs, pages go on', 'it is not promoted until somebody publishes it again'),
          ...commands('and while it hangs, promotions are refused in time', 'and a release of which a file is gone is refused'),
          ...cluster('shows its pages while the store hangs'),
        ],
      },
    ),
    row('edges-away', 'While no edge answers, the proxy serves what it has.', {
      seenRed: '`proxy_cache_use_stale`.',
      tests: [
        ...proxyCache('is what everybody gets while no edge answers'),
        ...cluster('shows what somebody has asked for while all edges are away'),
      ],
    }),
    row('logs', 'The database fails in every route with marked data: no log has a mark.', {
      seenRed: 'the summary that stands for a failed query; the address without its query in the lines of the proxy.',
      tests: [
        ...apiLogs('in every route', 'in the workers'),
        ...identityLogs('neither a person nor a secret › in every route'),
        ...registryLogs('in every route', 'in the workers'),
        ...outboxLogs('with a mail server that takes what is sent'),
        ...proxy('logs which page was asked for'),
      ],
    }),
  ],
};
