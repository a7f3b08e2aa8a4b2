import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Revision } from '@site/release-model/revision';
import { byName, countRows, promote, publish, sendCommand, startTestRegistry, type TestRegistry } from '../testing';

let registry: TestRegistry;
const promoteFirst = () => promote(registry, 0, 'shell@1.0.0', 'mf-a@1.0.0');
const written = () => Promise.all(['revisions', 'audit', 'release_events'].map((table) => countRows(registry, table)));

beforeEach(async () => {
  registry = await startTestRegistry();
  const routes = [{ path: '/a', page: './page', title: 'Page', access: 'public' as const }];
  await publish(registry, { name: 'shell', version: '1.0.0' });
  for (const version of ['1.0.0', '1.0.1']) await publish(registry, { name: 'mf-a', version, routes });
  await publish(registry, { name: 'mf-b', version: '2.0.0', routes });
});
afterEach(() => registry.stop());

describe('a dry run', () => {
  it('answers with the revision that would be, and writes nothing', async () => {
    await promoteFirst();
    const before = await written();
    const command = { kind: 'promote' as const, releases: byName('mf-a@1.0.1') };
    const dry = await sendCommand(registry, 1, command, { dryRun: true, reason: 'to see' });
    expect(dry.statusCode).toBe(200);
    expect(dry.json()).toMatchObject({
      number: 2,
      reason: 'to see',
      changes: [{ name: 'mf-a', field: 'stable', from: '1.0.0', to: '1.0.1' }],
    });
    expect(
      (await sendCommand(registry, 1, { kind: 'yank', release: { name: 'mf-a', version: '1.0.1' } }, { dryRun: true })).statusCode,
    ).toBe(200);
    expect(await written()).toEqual(before);

    const real = (await sendCommand(registry, 1, command, { reason: 'to see' })).json() as Revision;
    expect({ ...dry.json(), createdAt: real.createdAt }).toEqual(real);
  });

  it('is refused like the command itself', async () => {
    await promoteFirst();
    const dryRun = (expected: number, release: string) =>
      sendCommand(registry, expected, { kind: 'promote', releases: byName(release) }, { dryRun: true });
    expect((await dryRun(0, 'mf-a@1.0.1')).json().code).toBe('revision-conflict');
    expect((await dryRun(1, 'mf-a@1.0.0')).json().code).toBe('nothing-changes');
    expect((await dryRun(1, 'mf-b@2.0.0')).json().code).toBe('path-owned-twice');
  });
});
