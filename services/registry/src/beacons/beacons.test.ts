import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { publish, read, startTestRegistry, type TestRegistry } from '../testing';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
  await publish(registry, { name: 'mf-a', version: '1.0.0' });
});
afterAll(() => registry.stop());

const beacon = {
  kind: 'load-failure',
  environment: 'production',
  revision: 3,
  name: 'mf-a',
  version: '1.0.0',
  route: '/a',
  message: 'It did not load.',
};
const send = (payload: string, contentType: string, remoteAddress = '192.0.2.1') =>
  registry.server.inject({ method: 'POST', url: '/registry/v1/beacons', headers: { 'content-type': contentType }, payload, remoteAddress });

it('counts beacons of both content types and keeps their messages', async () => {
  expect((await send(JSON.stringify(beacon), 'text/plain;charset=UTF-8')).statusCode).toBe(204);
  expect((await send(JSON.stringify(beacon), 'application/json')).statusCode).toBe(204);
  expect((await send(JSON.stringify({ ...beacon, kind: 'web-vital', message: 'LCP', value: 300 }), 'text/plain')).statusCode).toBe(204);
  expect((await send(JSON.stringify({ ...beacon, kind: 'web-vital', message: 'LCP', value: 100 }), 'text/plain')).statusCode).toBe(204);
  const summary = (await read(registry, '/beacons')).json();
  expect(summary.counts).toEqual([
    { name: 'mf-a', version: '1.0.0', kind: 'unsealed', count: 2, average: null },
    { name: 'mf-a', version: '1.0.0', kind: 'web-vital', count: 2, average: 200 },
  ]);
  expect(summary.messages).toHaveLength(2);
  expect(summary.messages[0]).toMatchObject({ revision: 3, route: '/a', message: 'It did not load.' });
});

it('does not store beacons about releases that were never published', async () => {
  expect((await send(JSON.stringify({ ...beacon, version: '6.6.6' }), 'text/plain')).statusCode).toBe(204);
  expect((await read(registry, '/beacons')).json().messages).toHaveLength(2);
});

it('deletes counts of hours that nobody can ask for any more', async () => {
  const addOf = (days: number) =>
    registry.database.query(`insert into registry.beacon_counts (name, version, kind, hour, count, total)
      values ('mf-a', '0.9.0', 'load-failure', date_trunc('hour', now() - interval '${days} days'), 1, 0)`);
  await addOf(32);
  await addOf(30);
  await publish(registry, { name: 'mf-a', version: '1.0.1' });
  expect((await send(JSON.stringify({ ...beacon, version: '1.0.1' }), 'text/plain')).statusCode).toBe(204);
  const { rows } = await registry.database.query(`select count(*)::int as count from registry.beacon_counts where version = '0.9.0'`);
  expect(rows).toEqual([{ count: 1 }]);
});

it.each([
  ['no JSON', '{', 400],
  ['another shape', '{"kind":"other"}', 400],
  ['too much', JSON.stringify({ ...beacon, message: 'x'.repeat(10_000) }), 413],
])('refuses %s', async (_what, payload, status) => {
  expect((await send(payload, 'text/plain')).statusCode).toBe(status);
});

it('limits how many one address may send', async () => {
  const answers = await Promise.all(Array.from({ length: 125 }, () => send(JSON.stringify(beacon), 'text/plain', '192.0.2.77')));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(5);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
});
