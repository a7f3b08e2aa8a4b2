import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Revision } from '@site/release-model/revision';
import {
  byName,
  current,
  issueTestToken,
  promote,
  publish,
  rollBack,
  sendCommand,
  startTestRegistry,
  type TestRegistry,
  versions,
} from '../testing';

let registry: TestRegistry;
beforeEach(async () => {
  registry = await startTestRegistry();
  for (const name of ['shell', 'mf-a', 'mf-b'])
    for (const version of ['1.0.0', '1.0.1', '1.0.2', '1.0.3']) await publish(registry, { name, version });
});
afterEach(() => registry.stop());

const live = async () => versions(await current(registry));
const number = async () => ((await registry.server.inject('/registry/v1/environments/production')).json() as { revision: number }).revision;
const goLive = async (...releases: string[]) => promote(registry, await number(), ...releases);
const goBack = async (to?: number) => rollBack(registry, await number(), to);

describe('a rollback without a number', () => {
  it('goes further back each time, and never forward to what was rolled back from', async () => {
    for (const version of ['1.0.0', '1.0.1', '1.0.2']) await goLive(`shell@${version}`);
    expect((await goBack()).json()).toMatchObject({ number: 4, cause: 'rollback', restores: 2 });
    expect((await goBack()).json()).toMatchObject({ number: 5, cause: 'rollback', restores: 1 });
    const refused = await goBack();
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'nothing-to-roll-back']);
    expect(await live()).toEqual({ shell: '1.0.0' });
  });

  it('from a promotion after a rollback returns to what was live before it, and then past the bad revision', async () => {
    for (const version of ['1.0.0', '1.0.1', '1.0.2']) await goLive(`shell@${version}`);
    await goBack();
    await goLive('shell@1.0.3');
    await goBack();
    expect(await live()).toEqual({ shell: '1.0.1' });
    await goBack();
    expect(await live()).toEqual({ shell: '1.0.0' });
    expect((await goBack()).statusCode).toBe(409);
  });

  it('follows a rollback to a number from there, also one that undid a rollback', async () => {
    for (const version of ['1.0.0', '1.0.1', '1.0.2']) await goLive(`shell@${version}`);
    await goBack();
    await goBack(3);
    await goBack(4);
    expect(await live()).toEqual({ shell: '1.0.1' });
    await goBack();
    expect(await live()).toEqual({ shell: '1.0.0' });
  });

  it('can be looked at before, as a dry run', async () => {
    const look = async () => sendCommand(registry, await number(), { kind: 'rollback' }, { dryRun: true });
    await goLive('shell@1.0.0');
    expect((await look()).json().code).toBe('nothing-to-roll-back');
    await goLive('shell@1.0.1');
    const seen = (await look()).json() as Revision;
    expect([seen.restores, versions(seen)]).toEqual([1, { shell: '1.0.0' }]);
    expect(await live()).toEqual({ shell: '1.0.1' });
  });

  it('takes a set that went live together back as a set, and leaves a release that it left as no fallback', async () => {
    await goLive('shell@1.0.0', 'mf-a@1.0.0', 'mf-b@1.0.0');
    await goLive('mf-a@1.0.1', 'mf-b@1.0.1');
    expect((await goBack()).json().changes).toEqual([
      { name: 'mf-a', field: 'stable', from: '1.0.1', to: '1.0.0' },
      { name: 'mf-b', field: 'stable', from: '1.0.1', to: '1.0.0' },
    ]);
    expect((await current(registry)).target.parts['mf-a']?.fallback).toBeNull();
    await goLive('mf-a@1.0.2');
    expect((await current(registry)).target.parts['mf-a']?.fallback?.version).toBe('1.0.0');
  });

  it('takes a candidate back too', async () => {
    await goLive('shell@1.0.0', 'mf-a@1.0.0');
    await sendCommand(registry, 1, { kind: 'canary', releases: byName('mf-a@1.0.1'), basisPoints: 500 });
    const back = (await goBack()).json() as Revision;
    expect([back.restores, back.target.parts['mf-a']?.candidate]).toEqual([1, null]);
  });

  it('right after that of somebody else says who did it, and goes on with a number or when asked again', async () => {
    const others = { token: await issueTestToken(registry, 'somebody', ['promote'], ['*']) };
    for (const version of ['1.0.0', '1.0.1', '1.0.2']) await goLive(`shell@${version}`);
    expect((await sendCommand(registry, 3, { kind: 'rollback' }, others)).statusCode).toBe(201);
    const mine = await goBack();
    expect([mine.statusCode, mine.json().code]).toEqual([409, 'just-rolled-back']);
    expect(mine.json().details).toEqual({ number: 4, createdBy: 'somebody', createdAt: expect.any(String), restores: 2 });
    expect(mine.json().error).toBe('somebody has just rolled back, with revision 4.');
    expect(await live()).toEqual({ shell: '1.0.1' });

    expect((await sendCommand(registry, 4, { kind: 'rollback', again: true })).json()).toMatchObject({ number: 5, restores: 1 });
    expect((await goBack(4)).statusCode).toBe(201);
    expect((await sendCommand(registry, 6, { kind: 'rollback' }, others)).json().code).toBe('just-rolled-back');
    expect((await goBack()).json()).toMatchObject({ number: 7, restores: 1 });
    // Also where there is nothing left to return to, which whoever did it is told.
    expect((await sendCommand(registry, 7, { kind: 'rollback' }, others)).json().code).toBe('just-rolled-back');
    expect((await goBack()).json().code).toBe('nothing-to-roll-back');
  });

  it('by a token that does not cover what would change is refused, whatever number the caller has seen', async () => {
    await goLive('shell@1.0.0');
    await goLive('shell@1.0.1');
    await registry.database.query(`update registry.tokens set parts = '{mf-a}' where name = 'local-promote'`);
    expect((await goBack()).statusCode).toBe(403);
    expect(await live()).toEqual({ shell: '1.0.1' });
  });
});

describe('a rollback to a number', () => {
  it('brings back a part that was taken off the site, with what it falls back to', async () => {
    await goLive('shell@1.0.0');
    await goLive('mf-a@1.0.0');
    await goLive('mf-a@1.0.1');
    await sendCommand(registry, 3, { kind: 'retire', parts: ['mf-a'] });
    const back = (await goBack(3)).json() as Revision;
    expect([back.number, versions(back)]).toEqual([5, { shell: '1.0.0', 'mf-a': '1.0.1' }]);
    expect(back.target.parts['mf-a']?.fallback?.version).toBe('1.0.0');
  });

  it('brings a part that was retired while it was switched off back as it was', async () => {
    await goLive('shell@1.0.0', 'mf-a@1.0.0');
    await sendCommand(registry, 1, { kind: 'disable', parts: ['mf-a'], message: 'Soon.' });
    await sendCommand(registry, 2, { kind: 'retire', parts: ['mf-a'] });
    const back = (await goBack(1)).json() as Revision;
    expect(back.target.parts['mf-a']).toMatchObject({ stable: { version: '1.0.0' }, disabled: { message: 'Soon.' } });
  });

  it('goes anywhere: to what a revision had, as a new one', async () => {
    await goLive('shell@1.0.0', 'mf-a@1.0.0');
    await goLive('mf-a@1.0.1');
    await goLive('shell@1.0.2');
    const back = (await goBack(1)).json() as Revision;
    expect([back.number, back.restores, versions(back)]).toEqual([4, 1, { shell: '1.0.0', 'mf-a': '1.0.0' }]);
    expect((await goBack(1)).json().code).toBe('nothing-changes');
    const unknown = await goBack(99);
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'revision-not-found']);
  });
});
