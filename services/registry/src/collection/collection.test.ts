import type { ReleaseDescriptor } from '@site/contracts/release';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  byName,
  current,
  forget,
  issueTestToken,
  makePlan,
  promote,
  publish,
  read,
  rollBack,
  sendCommand,
  setRules,
  startTestRegistry,
  type TestRegistry,
  versions,
} from '../testing';

/** Later than any time of the machine: whatever was published is more than 30 days old. */
const START = Date.parse('2100-01-01T12:00:00Z');
const DAY_MS = 86_400_000;

const clock = { now: new Date(START) };
let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ now: () => clock.now });
});
afterAll(() => registry.stop());

const shared = { '_/shared.js': 'shared' };
const own = (version: string) => ({ [`_/own-${version}.js`]: `own ${version}` });
const release = (version: string) => ({ name: 'mf-a', version, files: { ...shared, ...own(version) } });
const VERSIONS = ['1.0.0', '1.0.1', '1.0.2', '1.0.3'];
/** Whether all releases have their files. */
let isWhole = false;
beforeEach(async () => {
  clock.now = new Date(START);
  await forget(registry);
  if (isWhole) return;
  isWhole = true;
  await registry.database.query('truncate registry.releases, registry.collections, registry.publications cascade');
  await publish(registry, { name: 'shell', version: '1.0.0' });
  for (const version of VERSIONS) await publish(registry, release(version));
});

const post = (path: string, payload: object, token = registry.tokens.admin) =>
  registry.server.inject({ method: 'POST', url: `/registry/v1${path}`, headers: { authorization: `Bearer ${token}` }, payload });
const collect = (token?: string) => {
  isWhole = false;
  return post('/collections', { reason: 'Space' }, token);
};
const named = (answer: { json(): { releases: { name: string; version: string }[] } }) =>
  answer.json().releases.map(({ name, version }) => `${name}@${version}`);
const collectable = async () => named(await read(registry, '/collectable'));
const stored = () => registry.storage.list('releases/mf-a');
const days = (count: number) => void (clock.now = new Date(clock.now.getTime() + count * DAY_MS));

/** Revisions 1 to 4: each version is live for a day, then 1.0.3 for 31 days. */
async function livedThrough() {
  await promote(registry, 0, 'shell@1.0.0', 'mf-a@1.0.0');
  for (const [index, version] of VERSIONS.slice(1).entries()) {
    days(1);
    await promote(registry, index + 1, `mf-a@${version}`);
  }
  days(31);
}

describe('what nobody needs', () => {
  it('is neither live, nor a fallback, nor what a rollback returns to, nor was any of it in the last 30 days', async () => {
    await promote(registry, 0, 'shell@1.0.0', 'mf-a@1.0.0');
    days(1);
    await promote(registry, 1, 'mf-a@1.0.1');
    days(29);
    expect(await collectable()).toEqual(['mf-a@1.0.2', 'mf-a@1.0.3']);
    await promote(registry, 2, 'mf-a@1.0.2');
    days(31);
    expect(await collectable()).toEqual(['mf-a@1.0.0', 'mf-a@1.0.3']);
    await rollBack(registry, 3);
    expect(versions(await current(registry))).toMatchObject({ 'mf-a': '1.0.1' });
  });

  it('is in no plan, proposal or link that may still be used', async () => {
    await livedThrough();
    expect(await collectable()).toEqual(['mf-a@1.0.0', 'mf-a@1.0.1']);
    const { id } = (await makePlan(registry, 4, ['mf-a@1.0.0'], { steps: [{ basisPoints: 10_000, minutes: null }] })).json();
    expect(await collectable()).toEqual(['mf-a@1.0.1']);
    await post(`/environments/production/plans/${id}/abort`, {}, registry.tokens.promote);
    await setRules(registry, { approvals: 1 });
    const proposal = { command: { kind: 'promote', releases: byName('mf-a@1.0.0') }, reason: 'Back' };
    expect((await post('/environments/production/proposals', proposal, registry.tokens.promote)).statusCode).toBe(201);
    const link = { releases: byName('mf-a@1.0.1'), expiresInHours: 24 };
    expect((await post('/environments/production/previews', link, registry.tokens.promote)).statusCode).toBe(201);
    expect(await collectable()).toEqual([]);
    days(2);
    expect(await collectable()).toEqual(['mf-a@1.0.1']);
    const replay = { revision: 2, expiresInHours: 24 };
    expect((await post('/environments/production/replays', replay, registry.tokens.promote)).statusCode).toBe(201);
    expect(await collectable()).toEqual([]);
    const [{ id: replayed }] = (await read(registry, '/environments/production/previews')).json().previews;
    await post(`/environments/production/previews/${replayed}/revoke`, { reason: 'Seen' }, registry.tokens.promote);
    expect(await collectable()).toEqual(['mf-a@1.0.1']);
    expect((await post('/environments/production/replays', replay, registry.tokens.promote)).statusCode).toBe(201);
    expect(await collectable()).toEqual([]);
    days(8);
    expect(await collectable()).toEqual(['mf-a@1.0.0', 'mf-a@1.0.1']);
  });
});

/** Of the files that no other release has. */
async function ownBytes(version: string): Promise<number> {
  const { descriptor } = (await read(registry, `/remotes/mf-a/releases/${version}`)).json<{ descriptor: ReleaseDescriptor }>();
  return descriptor.files.filter(({ path }) => path !== '_/shared.js').reduce((sum, { size }) => sum + size, 0);
}

describe('a collection', () => {
  it('removes its files, but for those that other releases share, and tells how many bytes', async () => {
    await livedThrough();
    const told = (await read(registry, '/collectable')).json();
    const own = (await ownBytes('1.0.0')) + (await ownBytes('1.0.1'));
    expect(await stored()).toContain('releases/mf-a/1.0.0/release.json');
    const answer = await collect();
    expect([answer.statusCode, named(answer), answer.json().bytes]).toEqual([200, ['mf-a@1.0.0', 'mf-a@1.0.1'], told.bytes]);
    expect(told.bytes).toBe(own);
    const left = await stored();
    for (const gone of ['/1.0.0/', '/1.0.1/', 'own-1.0.0', 'own-1.0.1']) expect(left.join(' ')).not.toContain(gone);
    for (const kept of ['_/shared.js', '_/own-1.0.2.js', '_/own-1.0.3.js.br', '1.0.3/release.json'])
      expect(left).toContain(`releases/mf-a/${kept}`);
    expect(await collectable()).toEqual([]);
    const listed = (await read(registry, '/remotes/mf-a/releases')).json().releases;
    expect(listed.map(({ version, collected }: { version: string; collected: object | null }) => [version, collected !== null])).toEqual([
      ['1.0.3', false],
      ['1.0.2', false],
      ['1.0.1', true],
      ['1.0.0', true],
    ]);
    const { entries } = (await read(registry, '/audit')).json();
    expect(entries[0]).toMatchObject({ actor: 'local-admin', action: 'collect', subject: 'mf-a@1.0.1', reason: 'Space' });
  });

  it('is told to whoever wants such a release live, shown or back, until the same bytes are published again', async () => {
    await livedThrough();
    await collect();
    const sentence = 'mf-a@1.0.0 was collected: its files are not kept any more. Publish the same again to have it back.';
    const refused = async (answer: ReturnType<typeof post>) => [(await answer).json().code, (await answer).json().error];
    const told = ['release-collected', sentence];
    const releases = byName('mf-a@1.0.0');
    expect(await refused(promote(registry, 4, 'mf-a@1.0.0'))).toEqual(told);
    expect(await refused(sendCommand(registry, 4, { kind: 'canary', releases, basisPoints: 500 }))).toEqual(told);
    expect(await refused(rollBack(registry, 4, 1))).toEqual(told);
    expect(await refused(post('/environments/production/previews', { releases }, registry.tokens.promote))).toEqual(told);
    expect(await refused(post('/environments/production/replays', { revision: 1 }, registry.tokens.promote))).toEqual(told);
    expect((await publish(registry, { ...release('1.0.0'), files: { 'v/other.js': 'other' } })).json().code).toBe('version-taken');
    expect((await publish(registry, release('1.0.0'))).statusCode).toBe(201);
    expect((await publish(registry, release('1.0.0'))).statusCode).toBe(200);
    expect((await promote(registry, 4, 'mf-a@1.0.0')).statusCode).toBe(201);
    expect(await refused(promote(registry, 5, 'mf-a@1.0.1'))).toMatchObject(['release-collected', expect.any(String)]);
  });

  it('was not published again in the last 30 days either', async () => {
    await livedThrough();
    await collect();
    await publish(registry, release('1.0.0'));
    // By the clock of the machine, so many years ago.
    expect(await collectable()).toEqual(['mf-a@1.0.0']);
    await registry.database.query(
      `insert into registry.release_events (release_id, kind, actor, at)
       select id, 'republished', 'somebody', $1 from registry.releases where name = 'mf-a' and version = '1.0.0'`,
      [new Date(clock.now.getTime() - 29 * DAY_MS).toISOString()],
    );
    expect(await collectable()).toEqual([]);
    days(2);
    expect(await collectable()).toEqual(['mf-a@1.0.0']);
  });

  it('is not what anything falls back to, or a rollback returns to', async () => {
    await livedThrough();
    await collect();
    expect((await sendCommand(registry, 4, { kind: 'yank', release: { name: 'mf-a', version: '1.0.2' } })).statusCode).toBe(201);
    expect((await current(registry)).target.parts['mf-a']?.fallback).toBeNull();
    expect((await rollBack(registry, 5)).json()).toMatchObject({ code: 'nothing-to-roll-back' });
  });

  it('leaves a part for another time while somebody publishes releases of it, and keeps that from beginning while it goes on', async () => {
    await livedThrough();
    await registry.database.query(
      `insert into registry.publications (name, version, release_id, expires_at) values ('mf-a', '2.0.0', 'x', now() + interval '1 minute')`,
    );
    const answer = (await collect()).json();
    expect([answer.releases, answer.skipped]).toEqual([[], ['mf-a']]);
    await registry.database.query('truncate registry.publications');
    await registry.database.query(`insert into registry.collections (name, expires_at) values ('mf-a', now() + interval '1 minute')`);
    expect((await publish(registry, { name: 'mf-a', version: '2.0.0' })).json().code).toBe('publication-in-progress');
    expect((await collect()).json().skipped).toEqual(['mf-a']);
  });

  it('goes on where an earlier one broke off', async () => {
    await livedThrough();
    await collect();
    await registry.storage.put('releases/mf-a/1.0.0/v/left.js', Buffer.from('left'));
    await registry.database.query(`insert into registry.collections (name, expires_at) values ('mf-a', now() - interval '1 minute')`);
    expect((await collect()).json()).toEqual({ releases: [], bytes: 0, skipped: [] });
    expect((await stored()).join(' ')).not.toContain('left.js');
    expect((await registry.database.query('select name from registry.collections')).rows).toEqual([]);
  });

  it('is made with a token that manages tokens of all parts, everywhere', async () => {
    const part = await issueTestToken(registry, 'part', ['admin'], ['mf-a']);
    const staging = await issueTestToken(registry, 'place', ['admin'], ['*'], { environments: ['production'] });
    expect((await collect(registry.tokens.promote)).statusCode).toBe(403);
    expect((await collect(part)).json()).toMatchObject({ error: 'This token does not cover every part.' });
    expect((await collect(staging)).json()).toMatchObject({ error: 'This token does not cover every environment.' });
    expect((await registry.server.inject('/registry/v1/collectable')).statusCode).toBe(401);
  });
});
