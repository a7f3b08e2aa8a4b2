import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  byName,
  forget,
  issueTestToken,
  promote,
  publish,
  read,
  rollBack,
  sendCommand,
  startTestRegistry,
  type TestRegistry,
} from '../testing';

const base = '/registry/v1/environments/production';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ environments: ['production', 'staging'] });
  for (const version of ['1.0.0', '1.0.1', '1.0.2']) await publish(registry, { name: 'shell', version });
});
beforeEach(async () => {
  await forget(registry);
  await promote(registry, 0, 'shell@1.0.0');
  await promote(registry, 1, 'shell@1.0.1');
});
afterAll(() => registry.stop());

const lock = (method: 'POST' | 'DELETE', token = registry.tokens.promote) =>
  registry.server.inject({
    method,
    url: `${base}/lock`,
    headers: { authorization: `Bearer ${token}` },
    ...(method === 'POST' && { payload: { reason: 'The fair is on.' } }),
  });

describe('a locked environment', () => {
  beforeEach(() => lock('POST'));
  afterEach(() => lock('DELETE'));

  it('says who locked it and why, and refuses to be locked again', async () => {
    const expected = { by: 'local-promote', at: expect.any(String), reason: 'The fair is on.' };
    expect((await registry.server.inject(base)).json().lock).toEqual(expected);
    const again = await lock('POST');
    expect([again.statusCode, again.json().code]).toEqual([423, 'environment-locked']);
  });

  it('refuses what changes what is live, as a dry run too', async () => {
    for (const command of [
      { kind: 'promote' as const, releases: byName('shell@1.0.2') },
      { kind: 'canary' as const, releases: byName('shell@1.0.2'), basisPoints: 100 },
      { kind: 'policy' as const, policy: { openTabs: 'notice' as const } },
      { kind: 'yank' as const, release: { name: 'shell', version: '1.0.2' } },
    ]) {
      const answers = [await sendCommand(registry, 2, command), await sendCommand(registry, 2, command, { dryRun: true })];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([423, 423]);
      expect(answers[0]?.json()).toMatchObject({
        code: 'environment-locked',
        error: 'local-promote has locked this environment: The fair is on.',
        details: { lockedBy: 'local-promote', lockedAt: expect.any(String), reason: 'The fair is on.' },
      });
    }
  });

  it('lets what is bad be taken away, and parameters change', async () => {
    expect((await rollBack(registry, 2)).statusCode).toBe(201);
    expect((await sendCommand(registry, 3, { kind: 'disable', parts: ['shell'], message: 'Back soon.' })).statusCode).toBe(201);
    const params = { ...registry.params.defaults, brand: 'Other' };
    expect((await sendCommand(registry, 4, { kind: 'params', params })).statusCode).toBe(201);
  });

  it('is open again once it is unlocked, and both are on record', async () => {
    const unlocked = await lock('DELETE');
    expect([unlocked.statusCode, unlocked.json().lock]).toEqual([200, null]);
    expect((await lock('DELETE')).statusCode).toBe(200);
    expect((await promote(registry, 2, 'shell@1.0.2')).statusCode).toBe(201);
    const { entries } = (await read(registry, '/audit')).json();
    const actions = (entries as { action: string }[]).map(({ action }) => action);
    expect(actions.filter((action) => action.includes('lock'))).toEqual(['unlock', 'lock']);
    const narrowed = async (query: string) =>
      ((await read(registry, `/audit?${query}`)).json().entries as { action: string }[]).map(({ action }) => action);
    expect(await narrowed('action=lock&environment=production')).toEqual(['lock']);
    expect(await narrowed('action=lock&environment=staging')).toEqual([]);
    expect(await narrowed('action=lock&actor=nobody')).toEqual([]);
  });
});

it('is locked only by who may promote every part', async () => {
  const team = await issueTestToken(registry, 'team-a', ['promote'], ['mf-a']);
  expect([(await lock('POST', team)).statusCode, (await lock('DELETE', team)).statusCode]).toEqual([403, 403]);
  expect([(await lock('POST', registry.tokens.edge)).statusCode, (await lock('DELETE', 'none')).statusCode]).toEqual([403, 401]);
  expect((await registry.server.inject(base)).json().lock).toBeNull();
});

it('has a sequence of its own', async () => {
  const staging = await registry.server.inject('/registry/v1/environments/staging');
  expect(staging.json()).toMatchObject({ name: 'staging', epoch: 1, revision: 0, lock: null });
  const answer = await registry.server.inject({
    method: 'POST',
    url: '/registry/v1/environments/staging/commands',
    headers: { authorization: `Bearer ${registry.tokens.promote}` },
    payload: { expectedRevision: 0, command: { kind: 'promote', releases: byName('shell@1.0.2') } },
  });
  expect(answer.json()).toMatchObject({ environment: 'staging', number: 1 });
  expect((await registry.server.inject(base)).json().revision).toBe(2);
});
