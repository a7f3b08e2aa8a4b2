import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '@site/platform/database';
import { createTestDatabase } from '@site/platform/testing';
import { ensureEnvironments } from '../environments/environment.repository';
import { byName, current, issueTestToken, promote, publish, sendCommand, startTestRegistry, type TestRegistry } from '../testing';

let database: Database;
let registry: TestRegistry;
beforeAll(async () => {
  database = await createTestDatabase({ severalConnections: true });
  registry = await startTestRegistry({ database, environments: ['production', 'staging'] });
  for (const version of ['1.0.0', '1.0.1', '1.0.2', '1.0.3', '1.0.4']) await publish(registry, { name: 'shell', version });
  await promote(registry, 0, 'shell@1.0.0');
});
afterAll(async () => {
  await registry.stop();
  await database.close();
});

/** The process ids of the connections that wait for a lock, once there are so many. */
async function waiting(count = 1): Promise<number[]> {
  for (;;) {
    const { rows } = await registry.database.query<{ pid: number }>(
      `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    if (rows.length >= count) return rows.map(({ pid }) => pid);
  }
}

it('shows nothing of a command that hangs before it is on record, and nothing of it stays when its connection breaks', async () => {
  let answer: ReturnType<typeof promote> | undefined;
  await registry.database.rawTransaction(async (client) => {
    await client.query('lock table registry.audit in exclusive mode');
    answer = promote(registry, 1, 'shell@1.0.1');
    const [pid] = await waiting();
    expect((await current(registry)).number).toBe(1);
    await client.query('select pg_terminate_backend($1)', [pid]);
  });
  expect((await answer)?.statusCode).toBeGreaterThanOrEqual(500);
  expect((await current(registry)).number).toBe(1);
  expect((await promote(registry, 1, 'shell@1.0.1')).statusCode).toBe(201);
});

it('takes reports of edges while a command is under way', async () => {
  const report = () =>
    registry.server.inject({
      method: 'PUT',
      url: '/registry/v1/environments/production/edges/edge-1',
      headers: { authorization: `Bearer ${registry.tokens.edge}` },
      payload: {
        ...{ epoch: 1, number: 1, hash: 'a'.repeat(64), defects: [] },
        pages: { planned: 0, rendered: 0, failed: 0, done: true },
      },
    });
  await registry.database.rawTransaction(async (client) => {
    await client.query(`select * from registry.environments where name = 'production' for no key update`);
    expect((await report()).statusCode).toBe(200);
  });
});

const promoteIn = (environment: string, release: string) =>
  registry.server.inject({
    method: 'POST',
    url: `/registry/v1/environments/${environment}/commands`,
    headers: { authorization: `Bearer ${registry.tokens.promote}` },
    payload: { expectedRevision: 0, command: { kind: 'promote', releases: byName(release) } },
  });
const create = (payload: object, token = registry.tokens.admin) =>
  registry.server.inject({ method: 'POST', url: '/registry/v1/environments', headers: { authorization: `Bearer ${token}` }, payload });

it('yanks nothing that becomes live in another environment at the same moment', async () => {
  let promoted: ReturnType<typeof promoteIn> | undefined;
  let yanked: ReturnType<typeof sendCommand> | undefined;
  await registry.database.rawTransaction(async (client) => {
    await client.query('lock table registry.audit in exclusive mode');
    promoted = promoteIn('staging', 'shell@1.0.2');
    await waiting();
    yanked = sendCommand(registry, 2, { kind: 'yank', release: { name: 'shell', version: '1.0.2' } });
    await waiting(2);
  });
  expect((await promoted)?.statusCode).toBe(201);
  expect((await yanked)?.json()).toMatchObject({ code: 'release-live', details: { environment: 'staging' } });
});

it('yanks nothing that an environment begins with which is made at the same moment', async () => {
  const token = await issueTestToken(registry, 'both', ['admin', 'promote'], ['*']);
  let created: ReturnType<typeof create> | undefined;
  let yanked: ReturnType<typeof sendCommand> | undefined;
  await registry.database.rawTransaction(async (client) => {
    await client.query('lock table registry.audit in exclusive mode');
    created = create({ name: 'copy', copies: 'production' }, token);
    await waiting();
    yanked = sendCommand(registry, 2, { kind: 'yank', release: { name: 'shell', version: '1.0.1' } });
    await waiting(2);
  });
  expect((await created)?.statusCode).toBe(201);
  expect((await yanked)?.json()).toMatchObject({ code: 'release-live', details: { environment: 'copy' } });
});

it.each([
  ['is made', 'late', '1.0.3', async () => void (await create({ name: 'late' }))],
  ['a registry makes when it starts', 'later', '1.0.4', () => database.transaction((tx) => ensureEnvironments(tx, ['later']))],
])('makes nothing live that is being yanked in an environment that %s meanwhile', async (_, name, version, make) => {
  const { number } = await current(registry);
  let promoted: Promise<Awaited<ReturnType<typeof promoteIn>>> | undefined;
  let yanked: ReturnType<typeof sendCommand> | undefined;
  await registry.database.rawTransaction(async (client) => {
    await client.query('lock table registry.release_events in exclusive mode');
    yanked = sendCommand(registry, number, { kind: 'yank', release: { name: 'shell', version } });
    await waiting();
    promoted = make().then(() => promoteIn(name, `shell@${version}`));
    await Promise.race([promoted, waiting(2)]);
  });
  expect((await yanked)?.statusCode).toBe(201);
  expect((await promoted)?.json()).toMatchObject({ code: 'release-yanked' });
});
