/** How often parts fail: what edges count, and which reports of browsers are believed. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@site/platform/logging';
import type { CountsBatch } from '@site/release-model/document-counts';
import { dayOf, makeSeal, type Seal, sealKey } from '@site/release-model/seal';
import { byName, current, promote, publish, read, sendCommand, startTestRegistry, type TestRegistry } from '../testing';
import { sumHealth } from './health.repository';

const base = '/registry/v1/environments/production';
const NOON = new Date('2026-11-22T12:00:00Z');
let clock = NOON;

let registry: TestRegistry;
/** Another one on the same database. */
let other: TestRegistry;
let ids: { stable: string; candidate: string; fallback: string };
beforeAll(async () => {
  registry = await startTestRegistry({ environments: ['production', 'staging'], now: () => clock });
  const { database, signingKey } = registry;
  other = await startTestRegistry({ database, signingKey, now: () => NOON });
  await publish(registry, { name: 'shell', version: '1.0.0' });
  for (const version of ['1.0.0', '1.0.1', '1.1.0']) await publish(registry, { name: 'mf-a', version });
  clock = new Date('2026-11-22T11:00:00Z');
  await promote(registry, 0, 'shell@1.0.0', 'mf-a@1.0.0');
  // Live for half a minute.
  clock = new Date('2026-11-22T11:30:10Z');
  await promote(registry, 1, 'mf-a@1.0.1');
  clock = new Date('2026-11-22T11:30:40Z');
  await sendCommand(registry, 2, { kind: 'canary', releases: byName('mf-a@1.1.0'), basisPoints: 500 });
  clock = NOON;
  const part = (await current(registry)).target.parts['mf-a'];
  ids = { stable: part?.stable.id ?? '', candidate: part?.candidate?.release.id ?? '', fallback: part?.fallback?.id ?? '' };
});
beforeEach(() =>
  registry.database.query(
    'truncate registry.health_minutes, registry.health_batches, registry.failed_documents, registry.beacon_counts, registry.beacon_messages',
  ),
);
afterAll(async () => {
  await other.stop();
  await registry.stop();
});

const sum = (releaseIds = [ids.stable, ids.candidate], since = new Date(0)) =>
  sumHealth(registry.database.db, { environment: 'production', part: 'mf-a', releaseIds, since });

type Count = CountsBatch['counts'][number];
/** The minute that the database is in, and those before it. */
async function minuteAgo(minutes: number): Promise<string> {
  const { rows } = await registry.database.query<{ at: number }>(
    `select extract(epoch from date_trunc('minute', now()))::float8 * 1000 - ${minutes * 60_000} as at`,
  );
  return new Date(rows[0]?.at ?? 0).toISOString();
}
const count = (minute: string, own: Partial<Count> = {}): Count => ({
  minute,
  part: 'mf-a',
  release: ids.stable,
  cohort: '',
  documents: 3,
  ...own,
});
const sendBatch = (batch: object, at = registry, token = registry.tokens.edge) =>
  at.server.inject({ method: 'POST', url: `${base}/edges/edge-1/counts`, headers: { authorization: `Bearer ${token}` }, payload: batch });

describe('counts of an edge', () => {
  it('are added to those of others, by release', async () => {
    const minute = await minuteAgo(1);
    const candidate = count(minute, { release: ids.candidate, cohort: 'revision-3', documents: 2 });
    expect((await sendBatch({ id: randomUUID(), counts: [count(minute), candidate, count(minute)] })).statusCode).toBe(204);
    expect((await sendBatch({ id: randomUUID(), counts: [candidate, count(minute)] }, other)).statusCode).toBe(204);
    expect([...(await sum())]).toEqual([
      [ids.stable, { documents: 9, failures: 0 }],
      [ids.candidate, { documents: 4, failures: 0 }],
    ]);
  });

  it('are counted once, however often and wherever a batch is sent', async () => {
    const batch = { id: randomUUID(), counts: [count(await minuteAgo(1))] };
    const answers = await Promise.all([sendBatch(batch), sendBatch(batch, other), sendBatch(batch)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204]);
    expect((await sum()).get(ids.stable)).toEqual({ documents: 3, failures: 0 });
  });

  it('before a time, or of another release, are not in its sum', async () => {
    const [early, late] = [await minuteAgo(10), await minuteAgo(5)];
    await sendBatch({ id: randomUUID(), counts: [count(early), count(late, { documents: 1 })] });
    expect((await sum([ids.stable], new Date(late))).get(ids.stable)?.documents).toBe(1);
    expect([...(await sum([ids.candidate]))]).toEqual([[ids.candidate, { documents: 0, failures: 0 }]]);
  });

  it('of the minute in which something begins are in its sum, those of the minute before are not', async () => {
    const [before, minute] = [await minuteAgo(6), await minuteAgo(5)];
    await sendBatch({ id: randomUUID(), counts: [count(before), count(minute, { documents: 1 })] });
    expect((await sum([ids.stable], new Date(Date.parse(minute) + 59_999))).get(ids.stable)?.documents).toBe(1);
  });

  it('of minutes that are yet to come count in the one that the database is in', async () => {
    const earliest = await minuteAgo(0);
    const candidate = { release: ids.candidate, cohort: 'revision-3' };
    const counts = [count(await minuteAgo(-5)), count(await minuteAgo(-600_000)), count(await minuteAgo(-5), candidate)];
    expect((await sendBatch({ id: randomUUID(), counts })).statusCode).toBe(204);
    const { rows } = await registry.database.query<{ minute: Date; documents: number }>(
      'select minute, documents from registry.health_minutes order by documents desc',
    );
    expect(rows.map((row) => row.documents)).toEqual([6, 3]);
    for (const row of rows) expect([earliest, await minuteAgo(0)]).toContain(row.minute.toISOString());
  });

  it('of a time that is more than two minutes away are warned of, with how far that is', async () => {
    const warned: { minutes: number }[] = [];
    const logger = createLogger({
      level: 'warn',
      destination: { write: (line) => void warned.push(JSON.parse(line) as { minutes: number }) },
    });
    const logging = await startTestRegistry({ database: registry.database, signingKey: registry.signingKey, now: () => NOON, logger });
    for (const minutes of [4, 1, 0, -1, -5])
      await sendBatch({ id: randomUUID(), counts: [count(await minuteAgo(90)), count(await minuteAgo(minutes))] }, logging);
    expect(warned.map(({ minutes }) => Math.sign(minutes))).toEqual([-1, 1]);
    await logging.stop();
  });

  it('are forgotten after 30 days, when the next arrive', async () => {
    await registry.database.query(
      `insert into registry.health_minutes (environment, minute, part, release_id, documents)
       select 'production', now() - make_interval(days => days), 'mf-a', $1, 1 from (values (29), (31)) old (days)`,
      [ids.stable],
    );
    await sendBatch({ id: randomUUID(), counts: [count(await minuteAgo(0))] });
    expect((await sum()).get(ids.stable)?.documents).toBe(4);
  });

  it.each([
    ['without a token', {}, 'none', 401],
    ['with a token that does not allow to serve', {}, 'promote', 403],
    ['within a minute', { minute: '2026-11-22T10:00:01.000Z' }, 'edge', 400],
    ['of no documents', { documents: 0 }, 'edge', 400],
    ['of something that is no release', { release: 'x' }, 'edge', 400],
  ])('are refused %s', async (_what, own, purpose, status) => {
    const token = purpose === 'none' ? 'none' : registry.tokens[purpose as 'edge' | 'promote'];
    const batch = { id: randomUUID(), counts: [count(await minuteAgo(0), own)] };
    expect((await sendBatch(batch, registry, token)).statusCode).toBe(status);
  });
});

describe('a reported failure', () => {
  const sealed = (own: Partial<Seal> = {}, key?: Buffer) => {
    const seal: Seal = { environment: 'production', epoch: 1, number: 3, day: dayOf(NOON), cohorts: [], shellFallback: false, ...own };
    return makeSeal(seal, key ?? sealKey(registry.signingKey, seal.environment, seal.day));
  };
  const inCohort = () => sealed({ cohorts: ['revision-3'] });
  let address = 0;
  const report = async (own: object = {}, at = registry, remoteAddress = `192.0.2.${(address += 1)}`) => {
    const beacon = {
      kind: 'render-error',
      environment: 'production',
      revision: 3,
      name: 'mf-a',
      version: '1.0.1',
      route: null,
      message: null,
    };
    const payload = JSON.stringify({ ...beacon, seal: sealed(), document: randomUUID(), ...own });
    const answer = await at.server.inject({
      method: 'POST',
      url: '/registry/v1/beacons',
      headers: { 'content-type': 'text/plain' },
      payload,
      remoteAddress,
    });
    expect(answer.statusCode).toBe(204);
  };
  const failures = async () => [...(await sum())].map(([, { failures }]) => failures);
  const kinds = async () => {
    const { counts } = (await read(registry, '/beacons')).json() as { counts: { kind: string; count: number }[] };
    return Object.fromEntries(counts.map(({ kind, count }) => [kind, count]));
  };

  it.each(['load-failure', 'integrity-failure', 'render-error', 'unhandled-error'])('of kind %s counts for its release', async (kind) => {
    await report({ kind });
    await report({ kind, version: '1.1.0', seal: inCohort() });
    expect([await failures(), new Set(Object.keys(await kinds()))]).toEqual([[1, 1], new Set([kind])]);
  });

  it('of what took over counts for the release that the document had', async () => {
    await report({ kind: 'fallback-used', version: '1.0.0' });
    await report({ kind: 'fallback-used', version: '1.0.1', seal: inCohort() });
    await report({ kind: 'load-failure', version: '1.0.1', seal: inCohort() });
    expect(await failures()).toEqual([1, 2]);
    expect([...(await sum([ids.fallback]))]).toEqual([[ids.fallback, { documents: 0, failures: 0 }]]);
  });

  it('counts once for a document and part, whichever registry hears of it', async () => {
    const document = randomUUID();
    await Promise.all(Array.from({ length: 10 }, (_, index) => report({ document }, index % 2 ? registry : other)));
    expect(await failures()).toEqual([1, 0]);
    await report({ document, name: 'shell', version: '1.0.0' });
    const { rows } = await registry.database.query<{ part: string }>('select part from registry.health_minutes order by part');
    expect(rows.map(({ part }) => part)).toEqual(['mf-a', 'shell']);
  });

  it('in a document of what is not live any more counts for the time before that was replaced, not for what came then', async () => {
    const earliest = await minuteAgo(0);
    for (const [index, version] of ['1.0.0', '1.0.1', '1.0.1'].entries()) await report({ version, seal: sealed({ number: index + 1 }) });
    const { rows } = await registry.database.query<{ minute: Date }>('select minute from registry.health_minutes order by minute');
    const [first, second, third] = rows.map(({ minute }) => minute.toISOString());
    expect([first, second]).toEqual(['2026-11-22T11:29:00.000Z', '2026-11-22T11:30:00.000Z']);
    expect([earliest, await minuteAgo(0)]).toContain(third);
  });

  it('counts with a seal of two days before, and not of three, nor of tomorrow', async () => {
    for (const days of [0, -1, -2]) await report({ seal: sealed({ day: dayOf(NOON, days) }) });
    expect(await failures()).toEqual([3, 0]);
    for (const days of [-3, 1]) await report({ seal: sealed({ day: dayOf(NOON, days) }) });
    expect([await failures(), await kinds()]).toEqual([[3, 0], { 'render-error': 3, unsealed: 2 }]);
  });

  it.each<[string, () => object]>([
    ['without a seal', () => ({ seal: undefined })],
    ['with null for a seal', () => ({ seal: null })],
    ['with a seal of another key', () => ({ seal: sealed({}, Buffer.alloc(32)) })],
    ['with a text for a seal', () => ({ seal: 'v1.a.b' })],
    ['without a document', () => ({ document: undefined })],
    ['of a release that the choice had not', () => ({ version: '1.1.0' })],
    ['of the stable release, in a document that had the candidate', () => ({ seal: inCohort() })],
    ['of an error in a release that took over', () => ({ version: '1.0.0' })],
    ['of a release that the target had not', () => ({ seal: sealed({ number: 1 }) })],
    ['of a revision that there is not', () => ({ seal: sealed({ number: 99 }) })],
    ['of another epoch', () => ({ seal: sealed({ epoch: 2 }) })],
    ['of another environment', () => ({ seal: sealed({ environment: 'staging' }) })],
  ])('%s is only counted as unsealed', async (_what, own) => {
    await report(own());
    expect([await failures(), await kinds()]).toEqual([[0, 0], { unsealed: 1 }]);
    const { messages } = (await read(registry, '/beacons')).json() as { messages: unknown[] };
    expect(messages).toHaveLength(1);
  });

  it('changes nothing after a hundred of the same day from one address', async () => {
    for (let index = 0; index < 110; index += 1) await report({}, registry, '192.0.2.250');
    expect(await failures()).toEqual([100, 0]);
    await report({}, registry, '192.0.2.251');
    expect(await failures()).toEqual([101, 0]);
  });
});

describe('the health of the parts', () => {
  it('has documents, failures and their share by release, of the last hours', async () => {
    await registry.database.query(
      `insert into registry.health_minutes (environment, minute, part, release_id, cohort, documents, failures)
       select 'production', now() - make_interval(mins => minutes), 'mf-a', release, cohort, documents, failures
       from (values (5, $1, '', 100, 1), (6, $1, '', 100, 0), (5, $2, 'revision-3', 10, 5), (90, $1, '', 50, 50), (5, $3, '', 0, 1))
       counted (minutes, release, cohort, documents, failures)`,
      [ids.stable, ids.candidate, ids.fallback],
    );
    const health = async (query = '') => (await read(registry, `/environments/production/health${query}`)).json();
    expect(await health()).toEqual({
      since: expect.any(String),
      parts: [
        {
          name: 'mf-a',
          releases: [
            { id: ids.fallback, version: '1.0.0', documents: 0, failures: 1, share: null },
            { id: ids.stable, version: '1.0.1', documents: 200, failures: 1, share: 0.005 },
            { id: ids.candidate, version: '1.1.0', documents: 10, failures: 5, share: 0.5 },
          ],
        },
      ],
    });
    expect((await health('?hours=2')).parts[0].releases[1]).toMatchObject({ documents: 250, failures: 51 });
    expect((await registry.server.inject(`${base}/health`)).statusCode).toBe(401);
  });
});

describe('the keys of seals', () => {
  it('are those of today and tomorrow, for the edges of the environment', async () => {
    const report = (environment: string) =>
      registry.server.inject({
        method: 'PUT',
        url: `/registry/v1/environments/${environment}/edges/edge-1`,
        headers: { authorization: `Bearer ${registry.tokens.edge}` },
        payload: { epoch: 1, number: 3, hash: 'a'.repeat(64), pages: { planned: 0, rendered: 0, failed: 0, done: true }, defects: [] },
      });
    const keyOf = (environment: string, day: string) => ({
      day,
      key: sealKey(registry.signingKey, environment, day).toString('base64url'),
    });
    for (const environment of ['production', 'staging']) {
      const answer = await report(environment);
      const expected = [keyOf(environment, '2026-11-22'), keyOf(environment, '2026-11-23')];
      expect([answer.statusCode, answer.json()]).toEqual([200, { seals: expected }]);
    }
  });
});
