import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Revision } from '@site/contracts/revision';
import { promote, publish, rollBack, startTestRegistry, type TestRegistry } from '../testing';

const base = '/registry/v1/environments/production';

describe('a rollback without a number', () => {
  let registry: TestRegistry;
  beforeEach(async () => {
    registry = await startTestRegistry();
    for (const version of ['1.0.0', '1.0.1', '1.0.2', '1.0.3']) await publish(registry, { name: 'shell', version });
  });
  afterEach(() => registry.stop());

  const current = async () => (await registry.server.inject(`${base}/revisions/current`)).json() as Revision;
  const live = async () => (await current()).entries.shell?.version;
  const goLive = async (version: string) =>
    promote(registry, (await registry.server.inject(`${base}/revisions`)).json().revisions.length, `shell@${version}`);
  const goBack = async (to?: number) => rollBack(registry, (await current()).number, to);

  it('goes further back each time, and never forward to what was rolled back from', async () => {
    for (const version of ['1.0.0', '1.0.1', '1.0.2']) await goLive(version);
    expect((await goBack()).json()).toMatchObject({ number: 4, kind: 'rollback', copies: 2 });
    expect((await goBack()).json()).toMatchObject({ number: 5, kind: 'rollback', copies: 1 });
    const refused = await goBack();
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'nothing-to-roll-back']);
    expect(await live()).toBe('1.0.0');
  });

  it('from a promotion after a rollback returns to what was live before it, and then past the bad revision', async () => {
    for (const version of ['1.0.0', '1.0.1', '1.0.2']) await goLive(version);
    await goBack();
    await goLive('1.0.3');
    await goBack();
    expect(await live()).toBe('1.0.1');
    await goBack();
    expect(await live()).toBe('1.0.0');
    expect((await goBack()).statusCode).toBe(409);
  });

  it('follows a rollback to a number from there, also one that undid a rollback', async () => {
    for (const version of ['1.0.0', '1.0.1', '1.0.2']) await goLive(version);
    await goBack();
    await goBack(3);
    await goBack(4);
    expect(await live()).toBe('1.0.1');
    await goBack();
    expect(await live()).toBe('1.0.0');
  });

  it('has a target that everybody can look at before', async () => {
    const target = () => registry.server.inject(`${base}/rollback`);
    expect((await target()).json().code).toBe('nothing-to-roll-back');
    await goLive('1.0.0');
    expect((await target()).statusCode).toBe(409);
    await goLive('1.0.1');
    expect((await target()).json()).toMatchObject({ number: 1, entries: { shell: { version: '1.0.0' } } });
  });

  it('by a token that does not cover what would change is refused, whatever number the caller has seen', async () => {
    await goLive('1.0.0');
    await goLive('1.0.1');
    await registry.database.query(`update registry.tokens set remotes = '{mf-a}' where name = 'local-promote'`);
    expect((await goBack()).statusCode).toBe(403);
    expect(await live()).toBe('1.0.1');
  });
});
