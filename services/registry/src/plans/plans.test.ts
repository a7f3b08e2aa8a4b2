import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PlanInJson } from '@site/release-model/plan';
import type { Revision, RevisionSummary } from '@site/release-model/revision';
import {
  byName,
  changePlan,
  createTestWorker,
  current,
  issueTestToken,
  makePlan,
  promote,
  read,
  readPlan,
  rollBack,
  sendCommand,
  setRules,
  type TestRegistry,
} from '../testing';
import { accessTokenOf } from '../testing-people';
import { AT_ONCE, NOON, startTestPlans, STEPS, type TestPlans } from '../testing-plans';
import { revokeTokenNamed } from '../tokens/manage-tokens';

const MANUAL = STEPS.map((step) => ({ ...step, minutes: null }));

let plans: TestPlans;
let registry: TestRegistry;

beforeAll(async () => {
  plans = await startTestPlans();
  registry = plans.registry;
});
beforeEach(() => plans.beginAnew());
afterAll(() => plans.stop());

const shown = ({ target }: Revision) =>
  Object.fromEntries(Object.entries(target.parts).map(([name, part]) => [name, part.candidate?.basisPoints ?? part.stable.version]));
const summaries = async (): Promise<RevisionSummary[]> =>
  ((await read(registry, '/environments/production/revisions')).json() as { revisions: RevisionSummary[] }).revisions;
const refusalOf = (answer: Awaited<ReturnType<typeof makePlan>>) => [answer.statusCode, answer.json().code];

describe('a plan', () => {
  it('becomes live step by step; each revision and its record name the plan, and who made it', async () => {
    const plan = await plans.planned(['mf-a@1.0.1', 'mf-b@1.0.1'], { steps: STEPS, reason: 'A better page' });
    expect(plan).toMatchObject({
      kind: 'staged',
      state: 'scheduled',
      step: 0,
      createdBy: 'local-promote',
      guard: { minimumDocuments: 100 },
    });
    await plans.after(0);
    expect(shown(await current(registry))).toEqual({ shell: '1.0.0', 'mf-a': 500, 'mf-b': 500 });
    expect(await readPlan(registry, plan.id)).toMatchObject({ state: 'running', step: 1, dueAt: '2026-11-22T12:10:00.000Z' });
    await plans.after(9);
    expect((await current(registry)).number).toBe(2);
    await plans.after(10);
    expect(await readPlan(registry, plan.id)).toMatchObject({ state: 'waiting', step: 2, dueAt: null });
    await plans.after(1_000);
    expect((await changePlan(registry, plan.id, 'continue')).json()).toMatchObject({ state: 'running' });
    await plans.after(1_000);
    expect(await readPlan(registry, plan.id)).toMatchObject({ state: 'done', step: 3, endedBy: null });
    expect((await summaries()).map(({ number, cause, plan: of, createdBy, reason }) => [number, cause, of, createdBy, reason])).toEqual([
      [4, 'promote', { id: plan.id, step: 3 }, `local-promote (plan ${plan.id})`, `plan ${plan.id}, step 3 of 3: A better page`],
      [3, 'canary', { id: plan.id, step: 2 }, `local-promote (plan ${plan.id})`, `plan ${plan.id}, step 2 of 3: A better page`],
      [2, 'canary', { id: plan.id, step: 1 }, `local-promote (plan ${plan.id})`, `plan ${plan.id}, step 1 of 3: A better page`],
      [1, 'promote', null, 'local-promote', null],
    ]);
    const { entries } = (await read(registry, '/audit')).json() as { entries: { action: string; details: object }[] };
    expect(entries.map(({ action }) => action)).toEqual(['promote', 'continue-plan', 'canary', 'canary', 'plan', 'promote']);
    expect(entries[0]?.details).toMatchObject({ plan: { id: plan.id, step: 3 } });
  });

  it('of one step and a time is a promotion at that time', async () => {
    const plan = await plans.planned(['mf-a@1.0.1'], { steps: AT_ONCE, startsAt: '2026-11-22T14:30:00+01:00' });
    expect(plan).toMatchObject({ kind: 'automatic', startsAt: '2026-11-22T13:30:00.000Z', guard: null });
    await plans.after(89);
    expect((await current(registry)).number).toBe(1);
    await plans.after(90);
    expect(shown(await current(registry))).toMatchObject({ 'mf-a': '1.0.1' });
  });

  it('that somebody else ends is named before, after and on record, with whose it is; one that goes on is not', async () => {
    const mine = await issueTestToken(registry, 'grace', ['promote'], ['mf-a']);
    const plan = await plans.planned(['mf-a@1.0.1'], { steps: STEPS }, mine);
    await plans.planned(['mf-b@1.0.1']);
    await plans.after(0);
    const named = {
      endsPlans: [{ id: plan.id, createdBy: 'grace', releases: plan.releases, step: 1, steps: 3 }],
    };
    const other = { kind: 'promote' as const, releases: byName('mf-a@1.0.2') };
    expect((await sendCommand(registry, 3, other, { dryRun: true })).json()).toMatchObject(named);
    expect((await sendCommand(registry, 3, { kind: 'rollback' }, { dryRun: true })).json().endsPlans.length).toBeGreaterThan(0);
    expect(
      (await sendCommand(registry, 3, { kind: 'promote', releases: byName('shell@1.0.1') }, { dryRun: true })).json().endsPlans,
    ).toEqual([]);

    expect((await sendCommand(registry, 3, other)).json()).toMatchObject({ number: 4, ...named });
    const { entries } = (await read(registry, '/audit?action=promote&limit=1')).json() as { entries: object[] };
    const message = `It ended plan ${plan.id} of grace: mf-a@1.0.1, step 1 of 3.`;
    expect(entries).toEqual([expect.objectContaining({ toRevision: 4, details: expect.objectContaining({ ...named, message }) })]);
    // The next one ends nothing: it had ended already, whether or not a worker has looked.
    expect((await sendCommand(registry, 4, { kind: 'promote', releases: byName('mf-a@1.0.0') })).json().endsPlans).toEqual([]);
    await plans.after(1);
    expect(await readPlan(registry, plan.id)).toMatchObject({ state: 'aborted', endedBy: 'overtaken' });
  });

  it('goes on after changes of other people that do not concern it, and beside other plans', async () => {
    const first = await plans.planned(['mf-a@1.0.1']);
    const second = await plans.planned(['mf-b@1.0.1']);
    await plans.after(0);
    await promote(registry, 3, 'shell@1.0.1');
    await plans.after(10);
    expect(shown(await current(registry))).toEqual({ shell: '1.0.1', 'mf-a': 2_500, 'mf-b': 2_500 });
    const list = (await read(registry, '/environments/production/plans?unfinished=true')).json().plans as PlanInJson[];
    expect(list.map(({ id, state }) => [id, state])).toEqual([
      [second.id, 'waiting'],
      [first.id, 'waiting'],
    ]);
  });

  it('takes no step while it is paused, and the rest of its time when it is resumed', async () => {
    const { id } = await plans.planned(['mf-a@1.0.1']);
    await plans.after(0);
    await plans.after(4);
    expect((await changePlan(registry, id, 'pause', 'lunch')).json()).toMatchObject({ state: 'paused', note: 'lunch' });
    await plans.after(60);
    expect((await current(registry)).number).toBe(2);
    expect((await changePlan(registry, id, 'resume')).json()).toMatchObject({
      state: 'running',
      dueAt: '2026-11-22T13:06:00.000Z',
      note: null,
    });
    await plans.after(66);
    expect((await readPlan(registry, id)).step).toBe(2);
  });

  it('is aborted with what it shows in one command, and before its first step without any', async () => {
    const running = await plans.planned(['mf-a@1.0.1']);
    await plans.after(0);
    const answer = await changePlan(registry, running.id, 'abort', 'no good');
    expect(answer.json()).toMatchObject({ state: 'aborted', endedBy: 'person', note: 'no good' });
    expect(await current(registry)).toMatchObject({
      ...{ number: 3, cause: 'end-canary', createdBy: 'local-promote', plan: { id: running.id, step: 1 } },
      reason: `plan ${running.id} aborted: no good`,
    });
    const scheduled = await plans.planned(['mf-a@1.0.1'], { steps: AT_ONCE, startsAt: '2026-11-23T00:00:00Z' });
    expect((await changePlan(registry, scheduled.id, 'abort')).statusCode).toBe(200);
    await plans.after(10_000);
    expect((await current(registry)).number).toBe(3);
  });

  it('ends by itself, and leaves what is live, when somebody rolled back or promoted something else', async () => {
    const { id } = await plans.planned(['mf-a@1.0.1']);
    await plans.after(0);
    await rollBack(registry, 2, 1);
    await plans.after(1);
    const note = 'mf-a@1.0.1 was taken back beside the plan.';
    expect(await readPlan(registry, id)).toMatchObject({ state: 'aborted', endedBy: 'overtaken', note });
    expect((await current(registry)).number).toBe(3);
    expect((await makePlan(registry, 3, ['mf-a@1.0.2'], { steps: STEPS })).statusCode).toBe(201);
  });

  it('waits while the environment is locked and says so, and goes on when it is unlocked', async () => {
    const { id } = await plans.planned(['mf-a@1.0.1']);
    await plans.after(0);
    const lock = (method: 'POST' | 'DELETE') =>
      registry.server.inject({
        ...{ method, url: '/registry/v1/environments/production/lock', headers: { authorization: `Bearer ${registry.tokens.promote}` } },
        ...(method === 'POST' && { payload: { reason: 'The fair is on.' } }),
      });
    await lock('POST');
    await plans.after(10);
    const note = 'local-promote has locked this environment: The fair is on.';
    expect(await readPlan(registry, id)).toMatchObject({ state: 'running', step: 1, note });
    await lock('DELETE');
    await plans.after(11);
    expect(await readPlan(registry, id)).toMatchObject({ state: 'waiting', step: 2, note: null });
  });

  it('waits while the environment is frozen and says so, and goes on when the freeze ends', async () => {
    await setRules(registry, { freezes: [{ from: '2026-11-22T12:05:00Z', to: '2026-11-22T12:15:00Z', reason: 'The fair is on.' }] });
    const { id } = await plans.planned(['mf-a@1.0.1']);
    await plans.after(0);
    await plans.after(10);
    const note = 'production is frozen until 2026-11-22 12:15 UTC: The fair is on.';
    expect(await readPlan(registry, id)).toMatchObject({ state: 'running', step: 1, note });
    await plans.after(15);
    expect(await readPlan(registry, id)).toMatchObject({ state: 'waiting', step: 2, note: null });
  });

  it('pauses with the reason when a step is refused, and tries again when it is resumed', async () => {
    const startsAt = '2026-11-22T12:05:00Z';
    const { id } = await plans.planned(['mf-c@1.0.0'], { steps: AT_ONCE, startsAt });
    await plans.after(5);
    const paused = await readPlan(registry, id);
    expect(paused).toMatchObject({ state: 'paused', step: 0, note: expect.stringContaining('mf-c@1.0.0 needs redux') });
    expect((await current(registry)).number).toBe(1);
    await changePlan(registry, id, 'resume');
    await plans.worker.look();
    expect(await readPlan(registry, id)).toMatchObject({ state: 'paused' });
  });

  it('pauses when the token of its maker is revoked', async () => {
    const token = await issueTestToken(registry, 'team-a', ['promote'], ['mf-a']);
    const { id } = await plans.planned(['mf-a@1.0.1'], { steps: STEPS }, token);
    await plans.after(0);
    await revokeTokenNamed(registry.database, 'team-a', 'test');
    await plans.after(10);
    const note = 'The token of team-a, who made the plan, was revoked.';
    expect(await readPlan(registry, id)).toMatchObject({ state: 'paused', step: 1, note });
  });
});

describe('a plan of a person who is signed in', () => {
  const ada = (options: { groups: string[] }) => accessTokenOf('ada', { ...options, issuedAt: plans.clock.now });
  const ask = (method: 'PUT' | 'GET', path: string, token: string, payload?: object) =>
    registry.server.inject({
      ...{ method, url: `/registry/v1${path}`, headers: { authorization: `Bearer ${token}` } },
      ...(payload && { payload }),
    });
  const begun = async () => {
    const token = ada({ groups: ['release-manager'] });
    await ask('PUT', '/whoami/handle', token, { handle: 'ada' });
    const { id } = await plans.planned(['mf-a@1.0.1'], { steps: [{ basisPoints: 500, minutes: 10 }, ...AT_ONCE] }, token);
    await plans.after(0);
    return id;
  };
  const GONE = 'ada, who made the plan, is not known to have a grant any more.';

  it('goes on in their name while they are away', async () => {
    const id = await begun();
    await plans.after(10);
    expect(await readPlan(registry, id)).toMatchObject({ state: 'done', createdBy: 'ada' });
    expect((await current(registry)).createdBy).toBe(`ada (plan ${id})`);
  });

  it('pauses when an access token has told that the group is lost, and goes on when it is back', async () => {
    const id = await begun();
    plans.clock.now = new Date(NOON + 60_000);
    await ask('GET', '/whoami', ada({ groups: [] }));
    await plans.after(10);
    expect(await readPlan(registry, id)).toMatchObject({ state: 'paused', note: GONE, step: 1 });
    await ask('GET', '/whoami', ada({ groups: ['release-manager'] }));
    await changePlan(registry, id, 'resume');
    await plans.after(21);
    expect(await readPlan(registry, id)).toMatchObject({ state: 'done' });
  });

  it('pauses when nothing was heard of the group for more than a week', async () => {
    const id = await begun();
    await plans.after(8 * 24 * 60);
    expect(await readPlan(registry, id)).toMatchObject({ state: 'paused', note: GONE });
  });
});

describe('the guard of a plan', () => {
  const harmful = async (plan: Parameters<typeof makePlan>[3] = { steps: STEPS }) => {
    const made = await plans.planned(['mf-a@1.0.1', 'mf-b@1.0.1'], plan);
    await plans.after(0);
    plans.health = {
      'mf-a@1.0.0': { documents: 9_500, failures: 48 },
      'mf-a@1.0.1': { documents: 500, failures: 30 },
      'mf-b@1.0.0': { documents: 9_500, failures: 0 },
      'mf-b@1.0.1': { documents: 500, failures: 0 },
    };
    await plans.after(1);
    return made;
  };

  it('takes the set back with the figures, also in a locked environment and with a maker whose token is revoked', async () => {
    const token = await issueTestToken(registry, 'team-ab', ['promote'], ['mf-a', 'mf-b']);
    const made = await plans.planned(['mf-a@1.0.1', 'mf-b@1.0.1'], { steps: STEPS }, token);
    await plans.after(0);
    await revokeTokenNamed(registry.database, 'team-ab', 'test');
    await registry.server.inject({
      ...{ method: 'POST', url: '/registry/v1/environments/production/lock', payload: { reason: 'The fair is on.' } },
      headers: { authorization: `Bearer ${registry.tokens.promote}` },
    });
    plans.health = { 'mf-a@1.0.0': { documents: 9_500, failures: 48 }, 'mf-a@1.0.1': { documents: 500, failures: 30 } };
    await plans.after(1);
    await registry.database.query('update registry.environments set locked_by = null, locked_at = null, lock_reason = null');
    const figures = 'mf-a@1.0.1 failed in 30 of 500 documents, mf-a@1.0.0 in 48 of 9500';
    expect(await readPlan(registry, made.id)).toMatchObject({ state: 'aborted', endedBy: 'guard', note: figures });
    const revision = await current(registry);
    expect(revision).toMatchObject({ cause: 'end-canary', reason: `guard: ${figures}`, plan: { id: made.id, step: 1 } });
    expect(shown(revision)).toEqual({ shell: '1.0.0', 'mf-a': '1.0.0', 'mf-b': '1.0.0' });
  });

  it('does nothing where the plan has none', async () => {
    const { id } = await harmful({ steps: STEPS, guard: null });
    expect(await readPlan(registry, id)).toMatchObject({ state: 'running', step: 1 });
  });

  it('leaves the next plan of the release to a person', async () => {
    const { id } = await harmful();
    plans.health = {};
    const answer = await makePlan(registry, 3, ['mf-a@1.0.1'], { steps: STEPS });
    expect([...refusalOf(answer), answer.json().details]).toEqual([409, 'plan-needs-a-person', { plan: id }]);
    expect(refusalOf(await makePlan(registry, 3, ['mf-a@1.0.1'], { steps: AT_ONCE }))).toEqual([409, 'plan-needs-a-person']);
    const manual = await plans.planned(['mf-a@1.0.1'], { steps: MANUAL });
    await changePlan(registry, manual.id, 'abort');
    expect((await plans.planned(['mf-a@1.0.1'], { steps: STEPS, again: true })).kind).toBe('staged');
    expect((await plans.planned(['mf-b@1.0.1'], { steps: MANUAL })).kind).toBe('manual');
    expect((await makePlan(registry, 3, ['shell@1.0.1'], { steps: STEPS })).statusCode).toBe(201);
  });
});

describe('a step is carried out once', () => {
  afterEach(() => registry.database.query('drop trigger if exists test_crash on registry.plans'));

  it('or not at all, when the registry fails between the decision and the row of the plan', async () => {
    await registry.database.query(`create or replace function registry.test_crash() returns trigger language plpgsql as $$
      begin raise exception 'crash'; end $$`);
    const { id } = await plans.planned(['mf-a@1.0.1']);
    await registry.database.query(`create trigger test_crash before update on registry.plans for each row
      when (new.step <> old.step) execute function registry.test_crash()`);
    await plans.after(0);
    expect([(await current(registry)).number, (await readPlan(registry, id)).step]).toEqual([1, 0]);
    await registry.database.query('drop trigger test_crash on registry.plans');
    await plans.after(1);
    await plans.after(2);
    expect([(await current(registry)).number, (await readPlan(registry, id)).step]).toEqual([2, 1]);
  });

  it('by whoever has the lease; when they are gone, by the next one', async () => {
    const { id } = await plans.planned(['mf-a@1.0.1']);
    await registry.database.query('update registry.plans set leased_until = $1', [new Date(NOON + 60_000).toISOString()]);
    await plans.after(0.5);
    expect((await readPlan(registry, id)).step).toBe(0);
    await plans.after(1);
    expect((await readPlan(registry, id)).step).toBe(1);
  });

  it('and by nobody who looked before somebody paused the plan', async () => {
    const { id } = await plans.planned(['mf-a@1.0.1']);
    await plans.after(0);
    // The guard reads what was counted between the decision to look and the step.
    const late = await createTestWorker(registry, plans.clock, async () => {
      await changePlan(registry, id, 'pause');
      return new Map();
    });
    plans.clock.now = new Date(NOON + 600_000);
    await late.look();
    await late.stop();
    expect(await readPlan(registry, id)).toMatchObject({ state: 'paused', step: 1 });
    expect((await current(registry)).number).toBe(2);
  });
});

it('commands name no plan', async () => {
  const answer = await sendCommand(registry, 1, { kind: 'canary', releases: byName('mf-a@1.0.1'), basisPoints: 500 });
  expect((answer.json() as Revision).plan).toBeNull();
});
