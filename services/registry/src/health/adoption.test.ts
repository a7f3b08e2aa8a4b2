/** Which releases visitors have, how fast a promotion reached them, and what can be deleted. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { promote, publish, read, startTestRegistry, type TestRegistry } from '../testing';

let registry: TestRegistry;
const ids: Record<string, string> = {};
beforeAll(async () => {
  registry = await startTestRegistry();
  await publish(registry, { name: 'shell', version: '1.0.0' });
  for (const version of ['0.8.0', '1.0.0', '1.0.1', '1.0.2', '1.0.3', '2.0.0']) await publish(registry, { name: 'mf-a', version });
  for (const { version, id } of (await read(registry, '/remotes/mf-a/releases')).json().releases) ids[version] = id;
  await promote(registry, 0, 'shell@1.0.0', 'mf-a@1.0.0');
  await promote(registry, 1, 'mf-a@1.0.1');
  await promote(registry, 2, 'mf-a@1.0.2');
});
beforeEach(() => registry.database.query('truncate registry.health_minutes'));
afterAll(() => registry.stop());

/** Documents with a version of mf-a, at a time in SQL. */
const served = (version: string, documents: number, at: string) =>
  registry.database.query(
    `insert into registry.health_minutes (environment, minute, part, release_id, documents)
     values ('production', date_trunc('minute', ${at}), 'mf-a', $1, $2)`,
    [ids[version], documents],
  );
const adoption = async (query: string) => (await read(registry, `/environments/production/adoption?${query}`)).json();
const partOf = async (query = '') => (await adoption(`part=mf-a&${query}`)).parts[0];

describe('adoption', () => {
  it('counts documents by release, by the minute for six hours and by the hour for more', async () => {
    const { rows } = await registry.database.query<{ at: string }>(`select date_trunc('hour', now(), 'UTC')::text as at`);
    const hour = `'${rows[0]?.at}'::timestamptz`;
    await served('1.0.1', 5, `${hour} - interval '60 minutes'`);
    await served('1.0.2', 1, `${hour} - interval '59 minutes'`);
    await served('1.0.2', 20, `${hour} - interval '10 hours'`);
    expect(await partOf('hours=6')).toMatchObject({
      releases: [
        { id: ids['1.0.1'], version: '1.0.1', documents: 5 },
        { id: ids['1.0.2'], version: '1.0.2', documents: 1 },
      ],
      times: [{ documents: { '1.0.1': 5 } }, { documents: { '1.0.2': 1 } }],
    });
    const byHour = await partOf('hours=12');
    expect(byHour.times).toEqual([
      { at: expect.stringContaining(':00:00.000Z'), documents: { '1.0.2': 20 } },
      { at: expect.stringContaining(':00:00.000Z'), documents: { '1.0.1': 5, '1.0.2': 1 } },
    ]);
    expect([(await adoption('hours=6')).step, (await adoption('hours=7')).step]).toEqual(['minute', 'hour']);
    expect((await adoption('')).parts.map(({ name }: { name: string }) => name)).toEqual(['mf-a', 'shell']);
  });

  it('says when 99 of 100 documents had what was promoted last', async () => {
    const promoted = `(select max(created_at) from registry.revisions)`;
    const { rows } = await registry.database.query<{ seconds: number }>(
      `select extract(epoch from ${promoted} - date_trunc('minute', ${promoted}))::float8 as seconds`,
    );
    const minute = async (index: number, before: number, after: number) => {
      await served('1.0.1', before, `${promoted} + interval '${index} minutes'`);
      await served('1.0.2', after, `${promoted} + interval '${index} minutes'`);
    };
    await minute(0, 50, 50);
    await minute(1, 2, 98);
    expect((await partOf()).promotion).toMatchObject({ revision: 3, version: '1.0.2', reachedWithinSeconds: null });
    await minute(2, 1, 99);
    await minute(3, 0, 100);
    expect((await partOf()).promotion.reachedWithinSeconds).toBe(Math.ceil(180 - (rows[0]?.seconds ?? 0)));
  });

  it('is read with a token only', async () => {
    expect((await registry.server.inject('/registry/v1/environments/production/adoption')).statusCode).toBe(401);
  });
});

describe('a release can be deleted', () => {
  beforeAll(async () => {
    await promote(registry, 3, 'mf-a@1.0.3');
    const query = (text: string) => registry.database.query(text);
    for (const table of ['releases', 'revisions']) await query(`alter table registry.${table} disable trigger user`);
    await query(`update registry.releases set published_at = now() - interval '60 days' where version <> '2.0.0'`);
    await query(`update registry.revisions set created_at = now() - make_interval(days => 80 - 20 * number)`);
    for (const table of ['releases', 'revisions']) await query(`alter table registry.${table} enable trigger user`);
  });
  const deletable = async () => (await partOf()).deletable.map(({ version }: { version: string }) => version);

  it('when it was not live for 30 days, nothing falls back to it, and it is not new', async () => {
    // 1.0.1 was live until 20 days ago, 1.0.2 is the fallback, 1.0.3 is live, 2.0.0 was published now.
    expect(await deletable()).toEqual(['0.8.0', '1.0.0']);
  });

  it('when no document had it for 30 days', async () => {
    await served('0.8.0', 1, `now() - interval '31 days'`);
    await served('1.0.0', 1, `now() - interval '29 days'`);
    expect(await deletable()).toEqual(['0.8.0']);
  });
});
