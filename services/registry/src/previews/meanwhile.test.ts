import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { byName, forget, promote, publish, read, sendCommand, startTestRegistry, type TestRegistry } from '../testing';

const DAY_MS = 86_400_000;
/** Later than any time of the machine: whatever was published is more than 30 days old. */
const clock = { now: new Date('2100-01-01T12:00:00Z') };
const days = (count: number) => void (clock.now = new Date(clock.now.getTime() + count * DAY_MS));

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ now: () => clock.now });
});
afterAll(() => registry.stop());
afterEach(() => void jest.restoreAllMocks());

/** Revisions 1 to 3 have one version of mf-a each, the first two more than 30 days ago. Nobody needs 1.0.0 any more. */
beforeEach(async () => {
  await forget(registry);
  await registry.database.query('truncate registry.releases, registry.collections, registry.publications cascade');
  await publish(registry, { name: 'shell', version: '1.0.0' });
  for (const version of ['1.0.0', '1.0.1', '1.0.2']) await publish(registry, { name: 'mf-a', version });
  await promote(registry, 0, 'shell@1.0.0', 'mf-a@1.0.0');
  for (const number of [1, 2]) {
    days(1);
    await promote(registry, number, `mf-a@1.0.${number}`);
  }
  days(31);
});

const post = (path: string, payload: object, token = registry.tokens.promote) =>
  registry.server.inject({ method: 'POST', url: `/registry/v1${path}`, headers: { authorization: `Bearer ${token}` }, payload });

/** Does something once the store was asked about mf-a 1.0.0. */
function whileItIsChecked(act: () => Promise<unknown>): void {
  const { stat } = registry.storage;
  let acted: Promise<unknown> | undefined;
  jest.spyOn(registry.storage, 'stat').mockImplementation(async (key) => {
    const found = await stat(key);
    if (key.startsWith('releases/mf-a/1.0.0/')) await (acted ??= act());
    return found;
  });
}

const collect = async () =>
  expect((await post('/collections', {}, registry.tokens.admin)).json()).toMatchObject({ releases: { length: 1 } });
const yank = async () =>
  expect(await sendCommand(registry, 3, { kind: 'yank', release: { name: 'mf-a', version: '1.0.0' } })).toMatchObject({ statusCode: 201 });

it.each([
  ['preview', 'collected', '/previews', { releases: byName('mf-a@1.0.0') }, collect],
  ['preview', 'yanked', '/previews', { releases: byName('mf-a@1.0.0') }, yank],
  ['replay', 'collected', '/replays', { revision: 1 }, collect],
  ['replay', 'yanked', '/replays', { revision: 1 }, yank],
])('no link to a %s is made of a release that is %s while it is checked', async (_, became, path, payload, act) => {
  whileItIsChecked(act);
  const answer = await post(`/environments/production${path}`, payload);
  expect([answer.statusCode, answer.json().code]).toEqual([409, `release-${became}`]);
  expect((await read(registry, '/environments/production/previews')).json().previews).toEqual([]);
});
