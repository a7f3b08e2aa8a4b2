import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  byName,
  changePlan,
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
} from '../testing';

/** A Friday. */
const NOON = Date.parse('2026-06-05T12:00:00Z');
const url = '/registry/v1/environments/production/rules';

let now = NOON;
let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ now: () => new Date(now), environments: ['production', 'staging'] });
  for (const version of ['1.0.0', '1.0.1', '1.0.2']) await publish(registry, { name: 'shell', version });
});
beforeEach(async () => {
  now = NOON;
  await forget(registry);
  await promote(registry, 0, 'shell@1.0.0');
});
afterAll(() => registry.stop());

const put = (version: number, rules: object, token = registry.tokens.admin) =>
  registry.server.inject({ method: 'PUT', url, headers: { authorization: `Bearer ${token}` }, payload: { version, rules } });
const refusal = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code];
const force = (expectedRevision: number, token: string, reason?: string) =>
  registry.server.inject({
    method: 'POST',
    url: '/registry/v1/environments/production/commands',
    headers: { authorization: `Bearer ${token}` },
    payload: { expectedRevision, command: { kind: 'promote', releases: byName('shell@1.0.1') }, reason, force: true },
  });

const weekend = { days: ['fri'], from: '16:00', toDay: 'mon', to: '08:00', timeZone: 'Europe/Berlin', reason: 'weekend' };

describe('rules', () => {
  it('say which guard plans have that do not say it themselves', async () => {
    const steps = [
      { basisPoints: 500, minutes: null },
      { basisPoints: 10_000, minutes: null },
    ];
    const guardOfNext = async (more: object = {}) => {
      const plan = (await makePlan(registry, 1, ['shell@1.0.1'], { steps, ...more })).json();
      await changePlan(registry, plan.id, 'abort');
      return plan.guard;
    };
    const own = { minimumDocuments: 7, errorRate: 0.1 };
    const bounds = { minimumDocuments: 500, errorRate: 0.005 };
    expect(await guardOfNext()).toEqual({ minimumDocuments: 100, errorRate: 0.01 });
    expect((await put(0, { guard: bounds })).statusCode).toBe(200);
    expect([await guardOfNext(), await guardOfNext({ guard: null }), await guardOfNext({ guard: own })]).toEqual([bounds, null, own]);
    expect((await put(1, { guard: null })).json()).toMatchObject({ version: 2, rules: { guard: null } });
    expect([await guardOfNext(), await guardOfNext({ guard: own })]).toEqual([null, own]);
    expect((await read(registry, '/audit')).json().entries).toContainEqual(
      expect.objectContaining({
        action: 'rules',
        details: expect.objectContaining({ before: expect.objectContaining({ guard: bounds }) }),
      }),
    );
    expect((await put(2, { guard: { errorRate: 0.5 } })).statusCode).toBe(400);
  });

  it('hold nobody back until they are set, and are on record with what they were before', async () => {
    const defaults = { approvals: 0, freezes: [], requireReason: false, rehearsal: 'none' };
    expect((await read(registry, '/environments/production/rules')).json()).toEqual({ version: 0, rules: defaults });
    const answer = await put(0, { approvals: 1, freezes: [weekend] });
    const after = { approvals: 1, freezes: [weekend], requireReason: false, rehearsal: 'none' };
    expect([answer.statusCode, answer.json()]).toEqual([200, { version: 1, rules: after }]);
    const { environments } = (await read(registry, '/environments')).json();
    expect(environments.map(({ name, rules }: { name: string; rules: object }) => [name, rules])).toEqual([
      ['production', { version: 1, rules: after }],
      ['staging', { version: 0, rules: defaults }],
    ]);
    const [newest] = (await read(registry, '/audit')).json().entries;
    expect(newest).toMatchObject({ actor: 'local-admin', action: 'rules', environment: 'production' });
    expect(newest.details).toEqual({ before: defaults, after, version: 1 });
  });

  it('are not set by somebody who has not seen the ones before', async () => {
    const answers = await Promise.all([put(0, { approvals: 1 }), put(0, { approvals: 2 })]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const lost = answers.find(({ statusCode }) => statusCode === 409);
    expect(lost?.json()).toMatchObject({ code: 'rules-conflict', details: { expected: 0, current: { version: 1 } } });
  });

  it('have no freeze whose reason steers a terminal; what was kept before is read, and can be taken away', async () => {
    const steering = { ...weekend, reason: 'weekend \u001b[2J' };
    const answer = await put(0, { freezes: [weekend, steering] });
    expect([answer.statusCode, answer.json().details.issues]).toEqual([
      400,
      [{ path: '/rules/freezes/1/reason', message: 'Remove the characters that cannot be shown' }],
    ]);
    await registry.database.query('update registry.environments set rules = $1 where name = $2', [{ freezes: [steering] }, 'production']);
    expect((await read(registry, '/environments/production/rules')).json().rules.freezes).toEqual([steering]);
    expect((await put(0, {})).statusCode).toBe(200);
  });

  it('are set by who manages everything, and read by who may view', async () => {
    const team = await issueTestToken(registry, 'admin-of-a', ['admin'], ['mf-a']);
    const elsewhere = await issueTestToken(registry, 'admin-of-staging', ['admin'], ['*'], { environments: ['staging'] });
    for (const token of [registry.tokens.promote, team, elsewhere]) expect((await put(0, {}, token)).statusCode).toBe(403);
    expect((await put(0, {}, 'nobody')).statusCode).toBe(401);
    expect((await registry.server.inject(url)).statusCode).toBe(401);
    expect(refusal(await put(0, { approvals: 9 }))).toEqual([400, 'invalid-request']);
  });
});

describe('a freeze', () => {
  beforeEach(() => setRules(registry, { freezes: [weekend] } as Parameters<typeof setRules>[1]));

  it('holds promotions back from its first moment to its last, and says until when', async () => {
    now = Date.parse('2026-06-05T13:59:59.999Z');
    expect((await promote(registry, 1, 'shell@1.0.1')).statusCode).toBe(201);
    now += 1;
    for (const dryRun of [false, true]) {
      const answer = await sendCommand(registry, 2, { kind: 'promote', releases: byName('shell@1.0.2') }, { dryRun });
      expect(refusal(answer)).toEqual([423, 'environment-frozen']);
      expect(answer.json()).toMatchObject({
        error: 'production is frozen until 2026-06-08 06:00 UTC: weekend',
        details: { until: '2026-06-08T06:00:00.000Z', reason: 'weekend' },
      });
    }
    now = Date.parse('2026-06-08T06:00:00Z');
    expect((await promote(registry, 2, 'shell@1.0.2')).statusCode).toBe(201);
  });

  it('lets what is bad be taken away', async () => {
    expect((await promote(registry, 1, 'shell@1.0.1')).statusCode).toBe(201);
    now = Date.parse('2026-06-06T12:00:00Z');
    expect((await rollBack(registry, 2)).statusCode).toBe(201);
    expect((await sendCommand(registry, 3, { kind: 'disable', parts: ['shell'], message: 'Back soon.' })).statusCode).toBe(201);
    expect(refusal(await sendCommand(registry, 4, { kind: 'enable', parts: ['shell'] }))).toEqual([423, 'environment-frozen']);
  });

  it('is broken by who manages tokens and says why, which is on record', async () => {
    now = Date.parse('2026-06-06T12:00:00Z');
    expect(refusal(await force(1, registry.tokens.promote, 'Urgent.'))).toEqual([403, 'forbidden']);
    expect(refusal(await force(1, registry.tokens.admin))).toEqual([422, 'reason-needed']);
    expect((await force(1, registry.tokens.admin, 'Urgent.')).statusCode).toBe(201);
    const [newest] = (await read(registry, '/audit')).json().entries;
    expect(newest).toMatchObject({ actor: 'local-admin', action: 'promote', reason: 'Urgent.', details: { forced: true } });
  });

  it('is not said to be broken where there is none, and approvals are not forced', async () => {
    expect((await force(1, registry.tokens.admin, 'Just in case.')).statusCode).toBe(201);
    expect((await read(registry, '/audit')).json().entries[0].details).not.toHaveProperty('forced');
    await setRules(registry, { approvals: 1 });
    expect(refusal(await force(2, registry.tokens.admin, 'Urgent.'))).toEqual([403, 'approval-needed']);
  });
});

describe('where a reason is required', () => {
  it('people give one for whatever they change, and programs need none', async () => {
    await setRules(registry, { requireReason: true });
    expect(refusal(await promote(registry, 1, 'shell@1.0.1'))).toEqual([422, 'reason-needed']);
    expect(refusal(await rollBack(registry, 1, 1))).toEqual([422, 'reason-needed']);
    const command = { kind: 'promote' as const, releases: byName('shell@1.0.1') };
    expect((await sendCommand(registry, 1, command, { dryRun: true })).statusCode).toBe(200);
    expect((await sendCommand(registry, 1, command, { reason: 'The new header.' })).statusCode).toBe(201);

    const { database, storage, signingKey, params } = registry;
    const started = await startTestRegistry({
      ...{ database, storage, signingKey, environments: ['production', 'staging'] },
      params: { defaults: { ...params.defaults, brand: 'Other' }, file: `${registry.dataDir}/no-params.json` },
    });
    expect(await current(registry)).toMatchObject({ number: 3, cause: 'params', createdBy: 'params-file', reason: null });
    await started.stop();
  });
});
