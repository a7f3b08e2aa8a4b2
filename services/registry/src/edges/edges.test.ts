import { getEventListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { collectGarbage } from '@site/platform/testing/collect-garbage';
import { MOST_DEFECTS } from '@site/release-model/edge-report';
import { serviceOf } from '@site/release-model/edge-service';
import type { Edge } from '@site/release-model/registry-answers';
import { promote, publish, startTestRegistry, type TestRegistry } from '../testing';

const base = '/registry/v1/environments/production/edges';

let registry: TestRegistry;
let other: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
  other = await startTestRegistry({ database: registry.database });
});
afterEach(() => registry.database.query('truncate registry.edges'));
afterAll(async () => {
  await other.stop();
  await registry.stop();
});

const heartbeat = {
  epoch: 1,
  number: 3,
  hash: 'a'.repeat(64),
  pages: { planned: 4, rendered: 3, failed: 1, done: true },
  defects: ['mf-a@1.0.1 does not match its id'],
};
const report = (id: string, body: object = heartbeat, token = registry.tokens.edge) =>
  registry.server.inject({ method: 'PUT', url: `${base}/${id}`, headers: { authorization: `Bearer ${token}` }, payload: body });
const edges = async () => (await other.server.inject(base)).json().edges as { id: string; number: number }[];

it('tells of every edge what it serves, whichever registry it reported to', async () => {
  expect((await report('edge-2')).statusCode).toBe(200);
  expect((await report('edge-1')).statusCode).toBe(200);
  expect((await report('edge-1', { ...heartbeat, number: 4 })).statusCode).toBe(200);
  expect(await edges()).toEqual([
    { id: 'edge-1', ...heartbeat, number: 4, strayed: false, seenAt: expect.any(String) },
    { id: 'edge-2', ...heartbeat, strayed: false, seenAt: expect.any(String) },
  ]);
});

it('says of an edge from which a report is missing since when it is silent, until it is forgotten', async () => {
  for (const id of ['edge-1', 'edge-2', 'edge-3']) await report(id);
  const silence = (id: string, seconds: number) =>
    registry.database.query(`update registry.edges set seen_at = now() - make_interval(secs => $1) where id = $2`, [seconds, id]);
  // As long as it takes until they are asked for is added.
  const silent = /^It was last heard of (1[7-9]|2\d) s ago\. One that has ended without a word counts for 30 s\.$/;
  await silence('edge-2', 17);
  await silence('edge-3', 31);
  expect(await edges()).toMatchObject([
    { id: 'edge-1', defects: heartbeat.defects },
    { id: 'edge-2', defects: [expect.stringMatching(silent), ...heartbeat.defects] },
  ]);
  await report('edge-2', { ...heartbeat, defects: Array.from({ length: MOST_DEFECTS }, () => 'Something is wrong.') });
  await silence('edge-2', 17);
  expect((await edges())[1]).toMatchObject({ defects: expect.arrayContaining([expect.stringMatching(silent)]) });
});

describe('whoever waits for a revision', () => {
  const waits = (number: number, wait = 20) => other.server.inject(`${base}?epoch=1&number=${number}&wait=${wait}`);

  it('is answered as soon as every edge has reported it, to whichever registry', async () => {
    await report('edge-1');
    await report('edge-2');
    const answered: number[] = [];
    const answer = waits(4).finally(() => answered.push(1));
    await report('edge-1', { ...heartbeat, number: 4 });
    expect((await waits(3)).json().edges).toHaveLength(2);
    expect(answered).toEqual([]);
    await report('edge-2', { ...heartbeat, epoch: 2, number: 1 });
    expect((await answer).json().edges.map(({ number }: { number: number }) => number)).toEqual([4, 1]);
  });

  it('is answered with what there is after the time that was given', async () => {
    await report('edge-1');
    expect((await waits(4, 0.01)).json().edges).toMatchObject([{ id: 'edge-1', number: 3 }]);
    expect((await waits(4, 21)).statusCode).toBe(400);
  });

  it('is so too where garbage is collected meanwhile', async () => {
    await report('edge-1');
    const answer = waits(4, 0.3);
    await delay(100);
    collectGarbage();
    expect((await answer).statusCode).toBe(200);
  });

  it('may wait for any part of a second', async () => {
    await report('edge-1');
    expect((await waits(4, 0.0105)).statusCode).toBe(200);
  });

  it('is held by the signal that the registry drains while the answer waits, and no longer', async () => {
    const held = () => getEventListeners(other.server.drainSignal, 'abort').length;
    const before = held();
    await report('edge-1');
    const answers = [waits(4), waits(5)];
    while (held() < before + 2) await delay(5);
    await report('edge-1', { ...heartbeat, number: 4 });
    await answers[0];
    expect(held()).toBe(before + 1);
    await report('edge-1', { ...heartbeat, number: 5 });
    await answers[1];
    expect(held()).toBe(before);
  });

  it('is answered when the registry drains', async () => {
    const draining = await startTestRegistry({ database: registry.database });
    await report('edge-1');
    const answer = draining.server.inject(`${base}?epoch=1&number=4&wait=20`);
    await draining.server.inject(base);
    await draining.stop();
    expect((await answer).json().edges).toMatchObject([{ id: 'edge-1', number: 3 }]);
  });
});

it('does not list an edge that says that it ends, nor one that was not heard of for 30 seconds', async () => {
  for (const id of ['ends', 'silent', 'there']) await report(id);
  await registry.server.inject({ method: 'DELETE', url: `${base}/ends`, headers: { authorization: `Bearer ${registry.tokens.edge}` } });
  await registry.database.query(`update registry.edges set seen_at = now() - interval '31 seconds' where id = 'silent'`);
  expect((await edges()).map(({ id }) => id)).toEqual(['there']);
});

it('forgets edges that ended without a word', async () => {
  await report('gone');
  await registry.database.query(`update registry.edges set seen_at = now() - interval '2 hours'`);
  await report('there');
  const { rows } = await registry.database.query<{ id: string }>('select id from registry.edges');
  expect(rows).toEqual([{ id: 'there' }]);
});

it.each([
  ['without a token', 'edge-1', heartbeat, 'none', 401],
  ['with a token that does not allow to serve', 'edge-1', heartbeat, 'promote', 403],
  ['of another shape', 'edge-1', { ...heartbeat, hash: 'x' }, 'edge', 400],
  ['of too many defects', 'edge-1', { ...heartbeat, defects: Array.from({ length: 21 }, () => 'x') }, 'edge', 400],
  ['with an id of other characters', 'edge%201', heartbeat, 'edge', 400],
])('refuses a report %s', async (_what, id, body, purpose, status) => {
  const token = purpose === 'none' ? 'none' : registry.tokens[purpose as 'edge' | 'promote'];
  expect((await report(id, body, token)).statusCode).toBe(status);
  expect(await edges()).toEqual([]);
});

it('an edge that serves what the registry has not decided is waited for, whichever number it has', async () => {
  await publish(registry, { name: 'shell', version: '1.0.0' });
  const { number, epoch } = (await promote(registry, 0, 'shell@1.0.0')).json();
  const { rows } = await registry.database.query<{ hash: string }>('select hash from registry.revisions');
  await report('follows', { ...heartbeat, number, hash: rows[0]?.hash });
  await report('forked', { ...heartbeat, number });
  await report('ahead', { ...heartbeat, number: number + 1 });
  await report('of-a-later-epoch', { ...heartbeat, epoch: epoch + 1, number: number + 1 });
  const answer = (await other.server.inject(`${base}?epoch=${epoch}&number=${number}&wait=0.01`)).json() as { edges: Edge[] };
  expect(serviceOf(answer.edges, { epoch, number }).serving.map(({ id }) => id)).toEqual(['follows']);
});
