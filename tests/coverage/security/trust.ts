import {
  apiAccess,
  apiContact,
  apiPhoto,
  apiSignup,
  botCheck,
  documents,
  faults,
  faultsAnywhere,
  hostedSignIn,
  libraryCalls,
  amplify,
  memberTrouble,
  withoutBackend,
} from '../files';
import {
  accessibility,
  apiLogs,
  blockedCookies,
  blockedStorage,
  cluster,
  commands,
  conformance,
  databaseServer,
  dataLock,
  deskConformance,
  deskWrite,
  edgeSite,
  edgeStorage,
  edgeTrust,
  execute,
  explainFailure,
  factors,
  guessing,
  hostilePhotos,
  http,
  idempotency,
  identityLogs,
  killedRegistry,
  killedServer,
  mailSmtp,
  migrationRules,
  network,
  oneRefresh,
  outbox,
  outboxLogs,
  proxy,
  proxyCache,
  rateLimit,
  rateLimitShared,
  registryConformance,
  registryLogs,
  releases,
  secretHash,
  sequence,
  sequencesModel,
  startServices,
  storage,
  tampered,
  tokens,
  troubledStorage,
  unreachableProvider,
} from './files';
import type { Chapter, Requirement } from './requirement';

const row = (id: string, asks: string, what: Omit<Requirement, 'id' | 'asks'>): Requirement => ({ id, asks, ...what });

const remotes: Chapter = {
  title: 'Remotes',
  requirements: [
    row(
      'remote-broken',
      'The entry or a chunk of a remote is missing, an HTML page, cut short, corrupt or of another hash: everything else works, nothing unverified runs, a release before or a panel takes the place, and the registry hears of it.',
      {
        tests: [
          ...faults('the entry of a remote is …', 'the page script of a remote is …', 'a beacon reaches the registry'),
          ...faultsAnywhere('scripts of a remote are …'),
          ...releases('the new version does not come › …'),
          ...tampered('a changed entry of a remote', 'a changed script of the shell'),
        ],
        seenRed: 'the release before, which a document names for each remote.',
        how: 'FAULT_RUNS says how often each fault is tried, on pages and at moments of chance: once in npm test, a hundred times before a release.',
      },
    ),
    row(
      'remote-slow',
      'A remote that is slow leaves the navigation alive behind a skeleton within 200 ms, and one that does not answer by eight seconds gives way to its fallback.',
      {
        tests: [
          ...faults('the entry of a remote is answered after …', 'the page script of a remote is answered after …'),
          ...faults('the entry of a remote is never answered', 'the page script of a remote is never answered'),
          ...releases('its entry is never answered: the version before it is shown by eight seconds'),
        ],
        seenRed: 'the release before, which a document names for each remote.',
        how: 'The 200 ms are counted in frames, of which the browser paints sixty a second.',
      },
    ),
  ],
};

const control: Chapter = {
  title: 'What decides what is live',
  requirements: [
    row('registry-down', 'While registry or database are down, pages go on, and a promotion says that it cannot.', {
      seenRed: 'the target that an edge keeps on disk; the waiting of a process that finds its database away.',
      tests: [
        ...edgeSite(
          'the last known good target › is served at once after a restart while the registry is down',
          'the last known good target › keeps being served while the registry is down',
        ),
        ...startServices('lives and waits, unready'),
        ...withoutBackend('every page that needs no data is served whole'),
        ...cluster('shows its pages while PostgreSQL is away'),
      ],
      how: 'npm run cluster takes the database away for longer, under more load; for an hour with CLUSTER_OUTAGE_MS=3600000.',
    }),
    row('unsigned', 'What is unsigned, expired, replayed or of another team is refused, and on record.', {
      seenRed:
        'the check of signatures; the refusal of an older target; the refusal of an expired token, and of parts that a token does not cover.',
      tests: [
        ...edgeTrust(
          'that is not signed is refused',
          'that is signed by a stranger is refused',
          'a target › that was live before is refused',
        ),
        ...tokens('is on record with the name of the token › expired', 'is on record with the name of the token › another part'),
      ],
    }),
    row('deploy', 'Processes are replaced under load, also by a release older than the database: no visitor notices.', {
      seenRed:
        'code that lives with a migration it does not know; the word in a migration that takes a column away; `proxy_next_upstream`, which asks another replica.',
      tests: [
        ...cluster('fails no visitor while it goes back from a release that has migrated'),
        ...migrationRules('let code with one migration fewer start: …', 'take away nothing that an older release uses'),
        ...proxy('loses no request when one of two replicas goes away'),
      ],
      how: 'npm test makes the database look as the next release would leave it, in the short form of the cluster. npm run cluster has two real ones: it takes every process back to the release before the last migration, with programs of its own sources, and forward again.',
    }),
    row('promotions-at-once', 'Of twenty promotions at once exactly one wins; the others are told what changed.', {
      seenRed: 'the comparison with the revision that was seen.',
      tests: sequence('lets exactly one of 20 simultaneous promotions win'),
    }),
    row('sequences', 'After any sequence of commands, what is live equals a model, and each revision can be had again.', {
      seenRed: 'the refusal of yanked releases; the revision that a rollback names.',
      tests: [
        ...sequence('equals a model after any promotions and rollbacks'),
        ...sequencesModel('what is live, what it falls back to and what was refused'),
      ],
    }),
  ],
};

const data: Chapter = {
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

const browsers: Chapter = {
  title: 'Browsers and sessions',
  requirements: [
    row('storage-refused', 'With cookies and storage refused, every public page is whole.', {
      seenRed: 'that a browser which refuses storage counts as one that has nothing stored.',
      tests: [
        ...blockedCookies('shows every page whole, and says nothing of it'),
        ...blockedStorage('a browser that refuses storage › shows every page whole'),
      ],
    }),
    row('clock-skew', 'A clock five minutes off, or twenty tabs: a session is refreshed once at the right moment, and never in a loop.', {
      seenRed: 'the five seconds before its end in which a token counts as expired; the lock that all tabs share.',
      tests: [
        ...amplify(
          'refreshes within 5 seconds of expiry and not before, with a clock that is …',
          'twenty tabs that find their token near its end refresh it once',
          'two tabs of a browser without locks that refresh at once both stay signed in',
        ),
        ...oneRefresh(
          'a token … is not refreshed once more when another tab has done so',
          'whose turn does not come refreshes all the same',
        ),
        ...unreachableProvider('a session that should be renewed stays'),
      ],
      how: 'A browser that has no locks, or in which a tab holds one for ten seconds, refreshes in several tabs at once: the provider gives all of them one successor.',
    }),
    row(
      'identity-troubled',
      'The identity provider answers 429, 5xx or nothing: three attempts, later each time, and the member stays signed in.',
      {
        seenRed: 'the second and third attempt of the library.',
        tests: [
          ...libraryCalls('a refresh › that meets … is tried three times'),
          ...amplify('keeps the session while the provider answers 429 and 503', 'keeps the session over a network error'),
        ],
      },
    ),
    row('accessible', 'No page has an accessibility violation, at two widths, empty, loading, failed or filled.', {
      seenRed: 'the language of the document.',
      tests: [...accessibility('the 404 page › has no accessibility violation'), ...memberTrouble('lists without entries say so')],
      how: 'Each page is looked at by axe in the visit that tests it.',
    }),
  ],
};

const strangers: Chapter = {
  title: 'Strangers',
  requirements: [
    row('owners', 'Every route of an owner, tried by every role and by another player: nothing leaks, and what belongs to others is 404.', {
      seenRed: 'the group that the desk asks for; the owner in the condition of a change, and of a list.',
      tests: apiAccess(
        'answers 404 to everybody else, staff included',
        'gives nothing of Ada to visitors or to Bob',
        'of the desk refuses players with 403',
      ),
    }),
    row('known-addresses', 'Signing up and in with a known and an unknown address give the same answer in the same time.', {
      seenRed: 'the same answer of the sign-up; the same refusal of an unknown address; the work for an account that there is not.',
      tests: [
        ...apiSignup('answers a known address exactly as an unknown one'),
        ...hostedSignIn(
          'answers alike for a wrong password, an unknown address',
          'answers alike for an unknown address, which gets no mail',
        ),
        ...secretHash('refuse everything where there is no hash, at the price of a real check'),
      ],
      how: 'npm test compares the answers, and that the work is the same. npm run bench -- addresses compares the times of a thousand tries each, and fails where they tell more than chance does.',
    }),
    row('guessing', 'Somebody guesses the password of a known address: guessing waits, and the owner signs in elsewhere.', {
      seenRed: 'the waiting; the browser that is known; the network in what is counted; the limit over all networks.',
      tests: guessing(
        'hold up the network that they come from',
        'do not hold up a browser in which the owner has signed in before, wherever it is',
        'do not hold up the owner in another network',
        'from many networks leave each further one a single attempt',
      ),
      limit:
        'In a new browser, in the network of whoever guesses, the owner waits or sets a new password by mail: nothing tells the two apart.',
    }),
    row('stolen-password', 'The password of staff or of a release manager is known: it lets nobody in, and gives no token.', {
      seenRed:
        'the groups that need a second factor; the methods that a token is looked at for; the last factor that stays; the code that is mailed ' +
        'before the first factor.',
      tests: factors(
        'nobody in the group … gets a code before setting one up',
        'a password alone sets no factor up: the owner of the account reads its mail',
        'the mailed code works once, for the sign-in that has it',
        'sessions, codes and refresh tokens of a password alone are worth nothing in the group',
        'the last factor stays, and one that is not the last goes',
      ),
    }),
    row('uploads', 'Hostile uploads are not stored, and memory stays bounded.', {
      seenRed:
        'the look at the first bytes; the limit of pixels, by which also the memory is bounded; that nothing of the metadata is kept.',
      tests: [
        ...apiPhoto(
          'judges by content, not by name',
          'what hides behind a picture is not kept',
          '413: refuses bytes and pixels beyond the limits',
          'strips what the camera wrote into it',
        ),
        ...hostilePhotos(
          'are each refused in its documented way, or stored where they are pictures',
          'leave nothing behind when they are refused',
          'are stored as clean pictures of two sizes, with nothing of what they carried',
          'take a bounded amount of memory',
        ),
      ],
      how: 'UPLOAD_SEED says where files are cut off and damaged.',
    }),
    row('generated-requests', 'Generated requests to every route get no 5xx, and no answer that the OpenAPI document does not have.', {
      tests: [
        ...conformance('answers what it says, whatever it is sent…'),
        ...deskConformance('answers what it says, whatever it is sent…'),
        ...registryConformance('has a good request', 'answers what it says, whatever it is sent…'),
      ],
      seenRed:
        'the refusal of a playbook that there is not; that of control characters in an address; at the registry that of U+0000, of numbers beyond ' +
        'a column and of minutes that there never are; the answers of its stream of events in the document.',
      how: 'CONFORMANCE_RUNS says how many for each route.',
    }),
    row('bot-token', 'A token of the bot check is refused when it was used, has expired, or is for another form.', {
      seenRed: 'the form that a token is for; the note of used tokens.',
      tests: [
        ...botCheck('passes for its action only', 'does not pass when it is expired, foreign, changed'),
        ...apiContact('403: refuses a missing proof of work, one for another form, and one that was used'),
      ],
    }),
    row('rate-limits', 'Limits hold across replicas, exactly.', {
      seenRed: 'the count in PostgreSQL; the exact number; the network of an address.',
      tests: [
        ...rateLimitShared('is shared by replicas'),
        ...rateLimit('lets through as many as allowed, at once or not'),
        ...network('… counts as …'),
      ],
    }),
    row(
      'flood',
      'A flood of forms, of sign-ins or of requests that do not end, from one network, is refused by the proxy, which says when to come again, and keeps nobody else away.',
      {
        seenRed: '`real_ip_recursive`, by which addresses that a client names do not count.',
        tests: proxy(
          'of forms to … is told when to come again, and does not keep others away',
          'of sign-ins (…) is told so by a page, and an office that begins its day is no flood',
          'from … is one flood',
          'cannot hide behind addresses that it names itself',
          'of requests that do not end is refused, and others are answered',
        ),
        limit:
          'Pages are answered however many are asked for, and many networks are no flood to it: both are for the load balancer in front.',
      },
    ),
    row('headers', 'Documents and answers carry a policy of hashes, HSTS, nosniff, frame-ancestors, referrer and permissions policy.', {
      seenRed: 'the strict policy.',
      tests: [
        ...documents(
          'lets in the scripts and styles of the document by their hashes',
          'documents and other answers carry the security headers',
        ),
        ...http('has security headers, and a strict policy'),
      ],
    }),
  ],
};

/** Each fault or attack that must not break the site. */
export const trust: readonly Chapter[] = [remotes, control, data, browsers, strangers];
