/** A day at the site, compressed: people who act on it, faults that happen to it, and what is left of both. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '@site/platform/database';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { whenAborted } from '../../../scripts/stop-signals.mjs';
import { ask } from '../load/visitors';
import { type Cluster, startCluster } from '../shape/cluster';
import type { Replica } from '../shape/replica';
import { type Evidence, type Verdict, verdicts } from './check/check';
import { DOMAIN } from './check/kept';
import { createFaults } from './faults';
import { openJournal } from './journal';
import { FAMILY, type Here, joinGroup, PHONE } from './people/account';
import { openMailbox } from './people/mailbox';
import { type Guests, members, type Programme } from './people/member';
import { publisher, releaseManager, type Shelf } from './people/release-managers';
import { createSite } from './people/site';
import { deskWork, prepareProgramme } from './people/staff';
import { visitors } from './people/visitor';
import type { Random } from './random';
import { createMeter, holdings, PROBED } from './watch/meter';

interface SoakOptions {
  minutes: number;
  /** How many members there are at a time. */
  members: number;
  random: Random;
  /** Of the acts. */
  journalFile: string;
  /** Ends it early; what has happened until then is looked at. */
  signal: AbortSignal;
  say: (what: string) => void;
}

interface SoakResult {
  verdicts: Verdict[];
  series: Evidence['series'];
  faults: ReadonlyMap<string, number>;
}

const STAFF = 2;
const RELEASE_MANAGERS = 2;
const VISITORS = 3;
/** Of the time, for caches and code that is compiled for the first time. */
const WARM_UP = 0.25;
const SAMPLE_MS = 10_000;
/** For pools that close what nobody uses, and for connections that the proxy keeps. */
const REST_MS = 20_000;
const SETTLE_POLL_MS = 1_000;
/** A mail that a process was sending when it was killed is sent by another three minutes later. */
const SETTLE_MS = 240_000;

export async function soak({ minutes, members: atATime, random, journalFile, signal, say }: SoakOptions): Promise<SoakResult> {
  const secrets = { BOT_CHECK_SECRET: randomBytes(24).toString('hex'), IDENTITY_SECRET: randomBytes(24).toString('hex') };
  const settings = { ...secrets, ...PROBED, FORM_LIMIT: '1000000', LOG_LEVEL: 'info', IDENTITY_ACCESS_TOKEN_SECONDS: '86400' };
  const cluster = await startCluster({ settings, say: (what) => say(`starting ${what}`) });
  const journal = openJournal(journalFile);
  const database = await openDatabase({ url: cluster.postgres.url });
  const goHome = new AbortController();
  // Also if somebody ended it while the cluster started.
  void (whenAborted as (signal: AbortSignal) => Promise<void>)(signal).then(() => goHome.abort());
  try {
    const faults = createFaults(cluster, say);
    const site = createSite(cluster.origin, journal, goHome.signal, faults.excused);
    const mailbox = openMailbox(cluster.replicas.map(({ dataDir }) => dataDir));
    const guests: Guests = { subjects: new Map(), ended: [], leaving: new Set(), passwords: [] };

    say('the staff and the release managers join');
    const joinAs = async (group: string): Promise<Here> => {
      const person = await joinGroup(cluster, site, mailbox, group);
      if (person === null) throw new Error('The people went home before the staff had joined.');
      return person;
    };
    const staff: Here[] = [];
    for (let count = 0; count < STAFF; count += 1) staff.push(await joinAs('staff'));
    const releaseTokens: string[] = [];
    for (let count = 0; count < RELEASE_MANAGERS; count += 1) {
      const { email } = await joinAs('release-manager');
      releaseTokens.push((await cluster.operator('issue-token', email, '--as', `manager-${count}`)).split('\n')[0] ?? '');
    }
    const programme: Programme = await prepareProgramme(site, staff[0] as Here);
    const publishing = (await readFile(path.join((cluster.of('registry')[0] as Replica).dataDir, 'tokens', 'start.token'), 'utf8')).trim();

    const steady = cluster.replicas.filter(({ name }) => name.endsWith('-a'));
    const shelf: Shelf = [];
    const dayBegan = performance.now();
    const busy = (): Promise<unknown>[] => [
      ...staff.map((one, index) => deskWork(site, one, random.of(`staff ${index}`), guests, [index, STAFF])),
      ...releaseTokens.map((token, index) => releaseManager(site, token, shelf, random.of(`release manager ${index}`))),
      publisher(site, publishing, shelf),
      ...Array.from({ length: VISITORS }, (_, index) => visitors(site, random.of(`visitor ${index}`))),
      ...Array.from({ length: atATime }, (_, index) => members(site, mailbox, programme, random.of(`member ${index}`), guests)),
    ];
    const people = Promise.all(busy());
    // Whoever fails ends the day, and is heard below.
    people.catch(() => goHome.abort());
    const left = (share: number) => Math.max(0, dayBegan + minutes * 60_000 * share - performance.now());
    const wait = (ms: number) => sleep(ms, undefined, { signal: goHome.signal }).catch(() => undefined);

    say('the day begins');
    await wait(left(WARM_UP));
    const before = await holdings(steady, database);
    const meter = createMeter(steady);
    const releasedBefore = shelf.length;
    const clock = timePasses(database, guests, goHome.signal);
    const troubled = faults.happen(random.of('faults'), goHome.signal);
    const ended = wait(left(1)).then(() => goHome.abort());
    while (!goHome.signal.aborted) {
      await meter.sample();
      await wait(SAMPLE_MS);
    }
    say('the people go home');
    await Promise.all([people, troubled, ended, clock]);

    say('the servers come to rest');
    await eraseTheLast(database, guests, cluster);
    await settled(database);
    await sleep(REST_MS);
    await meter.sample();
    const after = await holdings(steady, database);
    const evidence: Evidence = {
      ...{ cluster, acts: journal.acts, subjects: guests.subjects, leaving: guests.leaving, wonders: site.wonders },
      ...{ rest: { before, after }, series: meter.series(shelf.length - releasedBefore) },
      ended: await answersToEnded(cluster, guests),
      logs: new Map([
        ...cluster.replicas.map((replica): [string, string] => [replica.name, replica.log()]),
        ['nginx', await readFile(cluster.proxy.accessLog, 'utf8')],
        ['nginx, errors', await readFile(cluster.proxy.errorLog, 'utf8')],
      ]),
      secrets: [
        ...[DOMAIN, FAMILY, PHONE].map((text) => ({ name: 'personal data', text })),
        ...Object.entries(secrets).map(([name, text]) => ({ name, text })),
        ...[...releaseTokens, publishing].map((text) => ({ name: 'a token of the registry', text })),
        ...guests.passwords.map((text) => ({ name: 'a password', text })),
        ...guests.ended.map(({ token: text }) => ({ name: 'an access token', text })),
      ],
    };
    return { verdicts: await verdicts(evidence), series: evidence.series, faults: faults.counts };
  } finally {
    goHome.abort();
    journal.close();
    await database.close().catch(() => undefined);
    await cluster.stop();
  }
}

/** The fortnight of grace is over for everybody who has asked to be erased. */
const graceIsOver = async (database: Database, { leaving, subjects }: Guests): Promise<void> => {
  const due = [...leaving].map((person) => subjects.get(person) ?? '');
  await database.query(`update api.member set deletion_due_at = now() where subject = any($1) and deletion_due_at > now()`, [due]);
};

/** Every half minute is a fortnight. Housekeeping runs when an API starts, which happens to them. */
async function timePasses(database: Database, guests: Guests, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(30_000, undefined, { signal }).catch(() => undefined);
    // PostgreSQL may be away just now.
    await graceIsOver(database, guests).catch(() => undefined);
  }
}

async function eraseTheLast(database: Database, guests: Guests, cluster: Cluster): Promise<void> {
  await graceIsOver(database, guests);
  const api = cluster.replicas.find(({ name }) => name === 'api-b') as Replica;
  await api.stop();
  await api.start();
  await api.ready();
}

/** Until nothing waits any more that does so for a moment only: mails, sign-ups, erasures. What waits for longer is a finding. */
async function settled(database: Database): Promise<void> {
  const waiting = `select (select count(*) from platform.outbox where sent_at is null and given_up_at is null)
    + (select count(*) from api.signup where outcome is null)
    + (select count(*) from api.member where deletion_due_at <= now()) as count`;
  for (const until = performance.now() + SETTLE_MS; performance.now() < until; await sleep(SETTLE_POLL_MS))
    if (Number((await database.query<{ count: string }>(waiting)).rows[0]?.count) === 0) return;
}

/** Each process of the API is asked with tokens whose sign-in has ended. */
async function answersToEnded(cluster: Cluster, { ended }: Guests): Promise<Evidence['ended']> {
  const answers: { process: string; status: number }[] = [];
  for (const { who, token } of ended)
    for (const { name, origin } of cluster.of('api')) {
      const { status } = await ask(`${origin}/api/user/session`, who, { headers: { authorization: `Bearer ${token}` } });
      answers.push({ process: name, status });
    }
  return answers;
}
