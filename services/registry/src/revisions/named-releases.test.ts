import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Envelope } from '@site/release-model/envelope';
import type { Target } from '@site/release-model/target';
import { PgDialect } from 'drizzle-orm/pg-core';
import { current, forget, promote, publish, startTestRegistry, type TestRegistry } from '../testing';
import { NamedReleases } from './named-releases';
import { RevisionLogs } from './revision-logs';

/** Later than any time of the machine: whatever was published is more than 30 days old. */
const NOW = new Date('2100-01-01T12:00:00Z');
const DAY_MS = 86_400_000;
const daysBefore = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ now: () => NOW });
});
afterAll(() => registry.stop());
beforeEach(async () => {
  await forget(registry);
  await registry.database.query('truncate registry.releases, registry.collections, registry.publications cascade');
  for (const name of ['shell', 'mf-a', 'mf-b']) await publish(registry, { name, version: '1.0.0' });
  await promote(registry, 0, 'shell@1.0.0');
});
afterEach(() => void jest.restoreAllMocks());

const id = (text: string) => Buffer.from(text).toString('hex').padEnd(64, '0');
const ref = (text: string) => ({ version: '1.0.0', id: id(text) });

/** Appends revisions of the live target with one part more, of which each has releases of its own. */
async function append(environment: string, from: number, to: number, createdAt = NOW): Promise<void> {
  const [live] = (await registry.database.query<{ envelope: Envelope }>('select envelope from registry.revisions where number = 1')).rows;
  if (!live) throw new Error('Nothing is live');
  const target = JSON.parse(Buffer.from(live.envelope.payload, 'base64').toString()) as Target;
  await registry.database.query('insert into registry.environments (name) values ($1) on conflict do nothing', [environment]);
  for (let number = from; number <= to; number += 1) {
    const of = (text: string) => ref(`${environment} ${number} ${text}`);
    const candidate = { release: of('candidate'), basisPoints: 100, cohort: 'x' };
    const parts = { 'mf-x': { stable: of('stable'), candidate, fallback: of('fallback'), disabled: null } };
    const payload = Buffer.from(JSON.stringify({ ...target, parts, params: { ...target.params, brand: '\0' } })).toString('base64');
    await registry.database.query(
      `insert into registry.revisions (environment, number, epoch, cause, fixes, hash, envelope, changes, stable, candidates, created_by, created_at)
       values ($1, $2, 1, 'promote', false, $3, $4::json, '[]', $5::jsonb, $6::jsonb, 'x', $7)`,
      [
        ...[environment, number, `${environment} ${number}`, JSON.stringify({ ...live.envelope, payload })],
        ...[JSON.stringify({ 'mf-x': of('stable').id }), JSON.stringify({ 'mf-x': of('candidate').id }), createdAt.toISOString()],
      ],
    );
  }
}
const named = (environment: string, number: number) =>
  ['stable', 'candidate', 'fallback'].map((text) => id(`${environment} ${number} ${text}`));

/** How many targets each statement reads inside of the database, and how many statements have whole ones sent. */
function watchReads() {
  const build = jest.spyOn(PgDialect.prototype, 'sqlToQuery');
  return () => {
    const statements = build.mock.results.map(({ value }) => value as { sql: string; params: unknown[] });
    const pages = statements
      .filter(({ sql }) => sql.includes('revision.envelope'))
      .map(({ params }) => JSON.parse(String(params[0])).length);
    const entries = statements.filter(({ sql }) => /^select (?!.*"envelope").*"candidates".* limit/s.test(sql));
    build.mockClear();
    return { pages, whole: statements.filter(({ sql }) => /^select .*"envelope".* from/s.test(sql)).length, entries: entries.length };
  };
}

describe('the releases that targets have named since a time', () => {
  it('are stable ones, candidates and fallbacks, of every environment, with those of what was live then', async () => {
    await append('canada', 1, 2, daysBefore(40));
    await append('canada', 3, 4, daysBefore(20));
    await append('staging', 1, 2, daysBefore(50));
    const found = await new NamedReleases(daysBefore(30)).read(registry.database.db);
    const shell = (await current(registry)).target.parts.shell?.stable.id;
    const others = [...named('canada', 2), ...named('canada', 3), ...named('canada', 4), ...named('staging', 2)];
    expect([...found].sort()).toEqual([shell, ...others].sort());
  });

  it('are read 20 targets at a time, and those of none again', async () => {
    await append('production', 2, 45);
    const releases = new NamedReleases(daysBefore(30));
    const reads = watchReads();
    const first = new Set(await releases.read(registry.database.db));
    expect(reads()).toMatchObject({ pages: [20, 20, 5], whole: 0 });
    await append('production', 46, 47);
    await append('staging', 1, 1);
    const more = [...named('production', 46), ...named('production', 47), ...named('staging', 1)];
    reads();
    expect(new Set(await releases.read(registry.database.db))).toEqual(new Set([...first, ...more]));
    expect(reads()).toMatchObject({ pages: [3], whole: 0 });
  });
});

it('a collection of several parts reads every target once, 20 at a time', async () => {
  await append('production', 2, 45);
  const reads = watchReads();
  const headers = { authorization: `Bearer ${registry.tokens.admin}` };
  const answer = await registry.server.inject({ method: 'POST', url: '/registry/v1/collections', headers, payload: {} });
  expect(answer.json<{ releases: { name: string }[] }>().releases.map(({ name }) => name)).toEqual(['mf-a', 'mf-b']);
  expect(reads()).toMatchObject({ pages: [20, 20, 5], whole: 0 });
});

describe('the log of an environment', () => {
  it('is read 100 revisions at a time, and after that what is new', async () => {
    const logs = new RevisionLogs();
    await append('production', 2, 199);
    const reads = watchReads();
    expect((await logs.read(registry.database.db, 'production')).last?.number).toBe(199);
    expect(reads().entries).toBe(3);
    await append('production', 200, 201);
    reads();
    expect((await logs.read(registry.database.db, 'production')).last?.number).toBe(201);
    expect(reads().entries).toBe(1);
  });

  it('is read anew where another database has taken the place of the one before', async () => {
    const logs = new RevisionLogs();
    await append('production', 2, 5);
    await logs.read(registry.database.db, 'production');
    await forget(registry);
    expect((await logs.read(registry.database.db, 'production')).last).toBeNull();
    await promote(registry, 0, 'shell@1.0.0');
    await append('production', 2, 3);
    expect((await logs.read(registry.database.db, 'production')).last?.number).toBe(3);
  });
});
