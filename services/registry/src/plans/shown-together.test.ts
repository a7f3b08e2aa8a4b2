import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { byName, changePlan, current, issueTestToken, publish, read, readPlan, sendCommand, type TestRegistry } from '../testing';
import { registryError } from '../errors';
import { NOON, startTestPlans, STEPS, type TestPlans } from '../testing-plans';
import { createAdvancePlan } from './advance-plan';
import { findPlan } from './plan.repository';

let plans: TestPlans;
let registry: TestRegistry;

beforeAll(async () => {
  plans = await startTestPlans();
  registry = plans.registry;
  await publish(registry, { name: 'shell', version: '1.1.0', provides: { redux: '5.0.0' } });
  await publish(registry, { name: 'mf-b', version: '1.1.0', requires: { redux: { range: '^5.0.0', singleton: true } } });
});
beforeEach(() => plans.beginAnew());
afterAll(() => plans.stop());

const candidates = async () =>
  Object.entries((await current(registry)).target.parts).flatMap(([name, { candidate }]) => (candidate ? [name] : []));

/** A plan shows a shell and `mf-a`, and somebody shows to the same visitors what needs that shell. */
async function joined(): Promise<number> {
  const { id } = await plans.planned(['shell@1.1.0', 'mf-a@1.0.1'], { steps: STEPS });
  await plans.after(0);
  const command = { kind: 'canary' as const, releases: byName('shell@1.1.0', 'mf-b@1.1.0'), basisPoints: 500 };
  expect((await sendCommand(registry, 2, command)).statusCode).toBe(201);
  expect((await candidates()).sort()).toEqual(['mf-a', 'mf-b', 'shell']);
  return id;
}

const FINE = { documents: 9_500, failures: 48 };
const HARMFUL = { documents: 500, failures: 30 };

describe('what somebody shows to the visitors of a plan', () => {
  it('is taken back with the plan when the guard finds harm in it', async () => {
    const id = await joined();
    plans.health = { 'mf-a@1.0.0': FINE, 'mf-a@1.0.1': HARMFUL };
    await plans.after(1);
    expect(await readPlan(registry, id)).toMatchObject({ state: 'aborted', endedBy: 'guard' });
    expect([await candidates(), (await current(registry)).cause]).toEqual([[], 'end-canary']);
  });

  it('is taken back when a person aborts the plan who may promote that as well, and nobody else aborts it', async () => {
    const id = await joined();
    const token = await issueTestToken(registry, 'team-a', ['promote'], ['shell', 'mf-a']);
    const refused = await changePlan(registry, id, 'abort', 'no good', token);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      {
        code: 'forbidden',
        error: `The same visitors get the candidate of mf-b, which is taken back with plan ${id}: who aborts it may promote mf-b as well.`,
      },
    ]);
    expect(await readPlan(registry, id)).toMatchObject({ state: 'running' });
    expect((await changePlan(registry, id, 'abort', 'no good')).json()).toMatchObject({ state: 'aborted', endedBy: 'person' });
    expect(await candidates()).toEqual([]);
  });
});

it('a plan that is paused because something is refused says so once, however often it is tried again', async () => {
  const { id } = await plans.planned(['mf-a@1.0.1']);
  await plans.after(0);
  const refused = async () => {
    throw registryError('shared-module-unmet', { message: 'mf-b needs another shell.' });
  };
  const advancePlan = createAdvancePlan({
    database: registry.database,
    execute: Object.assign(refused, { prepare: async () => undefined, within: refused }),
    readHealth: async ({ releaseIds: [candidate = '', stable = ''] }) =>
      new Map([
        [candidate, HARMFUL],
        [stable, FINE],
      ]),
    now: () => plans.clock.now,
    groupsOf: null,
  });
  for (const minutes of [1, 2, 3]) {
    plans.clock.now = new Date(NOON + minutes * 60_000);
    const row = await findPlan(registry.database.db, 'production', id);
    if (row) await advancePlan(row);
  }
  expect(await readPlan(registry, id)).toMatchObject({ state: 'paused', note: 'mf-b needs another shell.' });
  const { entries } = (await read(registry, '/audit?action=pause-plan')).json() as { entries: object[] };
  expect(entries).toHaveLength(1);
});
