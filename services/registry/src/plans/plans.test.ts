import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Sample } from '@site/release-model/guard';
import type { PlanInJson, Step } from '@site/release-model/plan';
import type { Revision, RevisionSummary } from '@site/release-model/revision';
import {
  byName,
  changePlan,
  createTestWorker,
  current,
  forget,
  issueTestToken,
  makePlan,
  promote,
  publish,
  read,
  readPlan,
  rollBack,
  sendCommand,
  setRules,
  startTestRegistry,
  type TestRegistry,
} from '../testing';
import { accessTokenOf } from '../testing-people';
import { revokeTokenNamed } from '../tokens/manage-tokens';
import type { PlanWorker } from '../worker/plan-worker';

const NOON = Date.parse('2026-11-22T12:00:00Z');
const STEPS: Step[] = [
  { basisPoints: 500, minutes: 10 },
  { basisPoints: 2_500, minutes: null },
  { basisPoints: 10_000, minutes: null },
];
const AT_ONCE = STEPS.slice(2);
const MANUAL = STEPS.map((step) => ({ ...step, minutes: null }));

const clock = { now: new Date(NOON) };
let registry: TestRegistry;
let worker: PlanWorker;
/** What was counted, by version. */
let health: Record<string, Sample>;

beforeAll(async () => {
  registry = await startTestRegistry({ now: () => clock.now });
  for (const version of ['1.0.0', '1.0.1']) for (const name of ['shell', 'mf-a', 'mf-b']) await publish(registry, { name, version });
  await publish(registry, { name: 'mf-a', version: '1.0.2' });
  await publish(registry, { name: 'mf-c', version: '1.0.0', requires: { redux: { range: '^5.0.0', singleton: true } } });
  const refs = await registry.database.query<{ id: string; name: string; version: string }>(
    'select id, name, version from registry.releases',
  );
  const labels = new Map(refs.rows.map(({ id, name, version }) => [id, `${name}@${version}`]));
  worker = await createTestWorker(registry, clock, async ({ releaseIds }) => {
    const counted = releaseIds.map((id) => [id, health[labels.get(id) ?? '']] as const);
    return new Map(counted.flatMap(([id, sample]) => (sample ? [[id, sample] as const] : [])));
  });
});
beforeEach(async () => {
  clock.now = new Date(NOON);
  health = {};
  await forget(registry);
  await promote(registry, 0, 'shell@1.0.0', 'mf-a@1.0.0', 'mf-b@1.0.0');
});
afterAll(async () => {
  await worker.stop();
  await registry.stop();
});

/** Time passes, and the worker looks. */
async function after(minutes: number): Promise<void> {
  clock.now = new Date(NOON + minutes * 60_000);
  await worker.look();
}
const planned = async (
  releases: string[],
  plan: Parameters<typeof makePlan>[3] = { steps: STEPS },
  token?: string,
): Promise<PlanInJson> => {
  const answer = await makePlan(registry, (await current(registry)).number, releases, plan, token);
  expect(answer.statusCode).toBe(201);
  return answer.json() as PlanInJson;
};
const shown = ({ target }: Revision) =>
  Object.fromEntries(Object.entries(target.parts).map(([name, part]) => [name, part.candidate?.basisPoints ?? part.stable.version]));
const summaries = async (): Promise<RevisionSummary[]> =>
  ((await read(registry, '/environments/production/revisions')).json() as { revisions: RevisionSummary[] }).revisions;
const refusalOf = (answer: Awaited<ReturnType<typeof makePlan>>) => [answer.statusCode, answer.json().code];

describe('a plan', () => {
  it('becomes live step by step; each revision and its record name the plan, and who made it', async () => {
    const plan = await planned(['mf-a@1.0.1', 'mf-b@1.0.1'], { steps: STEPS, reason: 'A better page' });
    expect(plan).toMatchObject({
      kind: 'staged',
      state: 'scheduled',
      step: 0,
      createdBy: 'local-promote',
      guard: { minimumDocuments: 100 },
    });
    await after(0);
    expect(shown(await current(registry))).toEqual({ shell: '1.0.0', 'mf-a': 500, 'mf-b': 500 });
    expect(await readPlan(registry, plan.id)).toMatchObject({ state: 'running', step: 1, dueAt: '2026-11-22T12:10:00.000Z' });
    await after(9);
    expect((await current(registry)).number).toBe(2);
    await after(10);
    expect(await readPlan(registry, plan.id)).toMatchObject({ state: 'waiting', step: 2, dueAt: null });
    await after(1_000);
    expect((await changePlan(registry, plan.id, 'continue')).json()).toMatchObject({ state: 'running' });
    await after(1_000);
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
    const plan = await planned(['mf-a@1.0.1'], { steps: AT_ONCE, startsAt: '2026-11-22T14:30:00+01:00' });
    expect(plan).toMatchObject({ kind: 'automatic', startsAt: '2026-11-22T13:30:00.000Z', guard: null });
    await after(89);
    expect((await current(registry)).number).toBe(1);
    await after(90);
    expect(shown(await current(registry))).toMatchObject({ 'mf-a': '1.0.1' });
  });

  it('that somebody else ends is named before, after and on record, with whose it is; one that goes on is not', async () => {
    const mine = await issueTestToken(registry, 'grace', ['promote'], ['mf-a']);
    const plan = await planned(['mf-a@1.0.1'], { steps: STEPS }, mine);
    await planned(['mf-b@1.0.1']);
    await after(0);
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
    await after(1);
    expect(await readPlan(registry, plan.id)).toMatchObject({ state: 'aborted', endedBy: 'overtaken' });
  });

  it('goes on after changes of other people that do not concern it, and beside other plans', async () => {
    const first = await planned(['mf-a@1.0.1']);
    const second = await planned(['mf-b@1.0.1']);
    await after(0);
    await promote(registry, 3, 'shell@1.0.1');
    await after(10);
    expect(shown(await current(registry))).toEqual({ shell: '1.0.1', 'mf-a': 2_500, 'mf-b': 2_500 });
    const list = (await read(registry, '/environments/production/plans?unfinished=true')).json().plans as PlanInJson[];
    expect(list.map(({ id, state }) => [id, state])).toEqual([
      [second.id, 'waiting'],
      [first.id, 'waiting'],
    ]);
  });

  it('takes no step while it is paused, and the rest of its time when it is resumed', async () => {
    const { id } = await planned(['mf-a@1.0.1']);
    await after(0);
    await after(4);
    expect((await changePlan(registry, id, 'pause', 'lunch')).json()).toMatchObject({ state: 'paused', note: 'lunch' });
    await after(60);
    expect((await current(registry)).number).toBe(2);
    expect((await changePlan(registry, id, 'resume')).json()).toMatchObject({
      state: 'running',
      dueAt: '2026-11-22T13:06:00.000Z',
      note: null,
    });
    await after(66);
    expect((await readPlan(registry, id)).step).toBe(2);
  });

  it('is aborted with what it shows in one command, and before its first step without any', async () => {
    const running = await planned(['mf-a@1.0.1']);
    await after(0);
    const answer = await changePlan(registry, running.id, 'abort', 'no good');
    expect(answer.json()).toMatchObject({ state: 'aborted', endedBy: 'person', note: 'no good' });
    expect(await current(registry)).toMatchObject({
      ...{ number: 3, cause: 'end-canary', createdBy: 'local-promote', plan: { id: running.id, step: 1 } },
      reason: `plan ${running.id} aborted: no good`,
    });
    const scheduled = await planned(['mf-a@1.0.1'], { steps: AT_ONCE, startsAt: '2026-11-23T00:00:00Z' });
    expect((await changePlan(registry, scheduled.id, 'abort')).statusCode).toBe(200);
    await after(10_000);
    expect((await current(registry)).number).toBe(3);
  });

  it('ends by itself, and leaves what is live, when somebody rolled back or promoted something else', async () => {
    const { id } = await planned(['mf-a@1.0.1']);
    await after(0);
    await rollBack(registry, 2, 1);
    await after(1);
    const note = 'mf-a@1.0.1 was taken back beside the plan.';
    expect(await readPlan(registry, id)).toMatchObject({ state: 'aborted', endedBy: 'overtaken', note });
    expect((await current(registry)).number).toBe(3);
    expect((await makePlan(registry, 3, ['mf-a@1.0.2'], { steps: STEPS })).statusCode).toBe(201);
  });

  it('waits while the environment is locked and says so, and goes on when it is unlocked', async () => {
    const { id } = await planned(['mf-a@1.0.1']);
    await after(0);
    const lock = (method: 'POST' | 'DELETE') =>
      registry.server.inject({
        ...{ method, url: '/registry/v1/environments/production/lock', headers: { authorization: `Bearer ${registry.tokens.promote}` } },
        ...(method === 'POST' && { payload: { reason: 'The fair is on.' } }),
      });
    await lock('POST');
    await after(10);
    const note = 'local-promote has locked this environment: The fair is on.';
    expect(await readPlan(registry, id)).toMatchObject({ state: 'running', step: 1, note });
    await lock('DELETE');
    await after(11);
    expect(await readPlan(registry, id)).toMatchObject({ state: 'waiting', step: 2, note: null });
  });

  it('waits while the environment is frozen and says so, and goes on when the freeze ends', async () => {
    await setRules(registry, { freezes: [{ from: '2026-11-22T12:05:00Z', to: '2026-11-22T12:15:00Z', reason: 'The fair is on.' }] });
    const { id } = await planned(['mf-a@1.0.1']);
    await after(0);
    await after(10);
    const note = 'production is frozen until 2026-11-22 12:15 UTC: The fair is on.';
    expect(await readPlan(registry, id)).toMatchObject({ state: 'running', step: 1, note });
    await after(15);
    expect(await readPlan(registry, id)).toMatchObject({ state: 'waiting', step: 2, note: null });
  });

  it('pauses with the reason when a step is refused, and tries again when it is resumed', async () => {
    const startsAt = '2026-11-22T12:05:00Z';
    const { id } = await planned(['mf-c@1.0.0'], { steps: AT_ONCE, startsAt });
    await after(5);
    const paused = await readPlan(registry, id);
    expect(paused).toMatchObject({ state: 'paused', step: 0, note: expect.stringContaining('mf-c@1.0.0 needs redux') });
    expect((await current(registry)).number).toBe(1);
    await changePlan(registry, id, 'resume');
    await worker.look();
    expect(await readPlan(registry, id)).toMatchObject({ state: 'paused' });
  });

  it('pauses when the token of its maker is revoked', async () => {
    const token = await issueTestToken(registry, 'team-a', ['promote'], ['mf-a']);
    const { id } = await planned(['mf-a@1.0.1'], { steps: STEPS }, token);
    await after(0);
    await revokeTokenNamed(registry.database, 'team-a', 'test');
    await after(10);
    const note = 'The token of team-a, who made the plan, was revoked.';
    expect(await readPlan(registry, id)).toMatchObject({ state: 'paused', step: 1, note });
  });
});

describe('a plan of a person who is signed in', () => {
  const ada = (options: { groups: string[] }) => accessTokenOf('ada', { ...options, issuedAt: clock.now });
  const ask = (method: 'PUT' | 'GET', path: string, token: string, payload?: object) =>
    registry.server.inject({
      ...{ method, url: `/registry/v1${path}`, headers: { authorization: `Bearer ${token}` } },
      ...(payload && { payload }),
    });
  const begun = async () => {
    const token = ada({ groups: ['release-manager'] });
    await ask('PUT', '/whoami/handle', token, { handle: 'ada' });
    const { id } = await planned(['mf-a@1.0.1'], { steps: [{ basisPoints: 500, minutes: 10 }, ...AT_ONCE] }, token);
    await after(0);
    return id;
  };
  const GONE = 'ada, who made the plan, is not known to have a grant any more.';

  it('goes on in their name while they are away', async () => {
    const id = await begun();
    await after(10);
    expect(await readPlan(registry, id)).toMatchObject({ state: 'done', createdBy: 'ada' });
    expect((await current(registry)).createdBy).toBe(`ada (plan ${id})`);
  });

  it('pauses when an access token has told that the group is lost, and goes on when it is back', async () => {
    const id = await begun();
    clock.now = new Date(NOON + 60_000);
    await ask('GET', '/whoami', ada({ groups: [] }));
    await after(10);
    expect(await readPlan(registry, id)).toMatchObject({ state: 'paused', note: GONE, step: 1 });
    await ask('GET', '/whoami', ada({ groups: ['release-manager'] }));
    await changePlan(registry, id, 'resume');
    await after(21);
    expect(await readPlan(registry, id)).toMatchObject({ state: 'done' });
  });

  it('pauses when nothing was heard of the group for more than a week', async () => {
    const id = await begun();
    await after(8 * 24 * 60);
    expect(await readPlan(registry, id)).toMatchObject({ state: 'paused', note: GONE });
  });
});

describe('a plan is refused', () => {
  it.each<[string, string[], Partial<Parameters<typeof makePlan>[3]>, number, string]>([
    ['for an unknown release', ['mf-a@7.7.7'], {}, 404, 'release-not-found'],
    ['for a time that has passed', ['mf-a@1.0.1'], { startsAt: '2026-11-22T11:59:59Z' }, 422, 'plan-in-the-past'],
    ['for what is live already', ['mf-a@1.0.0'], {}, 409, 'nothing-changes'],
    ['for what does not fit', ['mf-c@1.0.0'], { steps: AT_ONCE }, 422, 'shared-module-unmet'],
    ['with steps that do not rise', ['mf-a@1.0.1'], { steps: [...STEPS].reverse() }, 400, 'invalid-request'],
  ])('%s', async (_what, releases, plan, status, code) => {
    expect(refusalOf(await makePlan(registry, 1, releases, { steps: STEPS, ...plan }))).toEqual([status, code]);
  });

  it('if somebody changed what is live meanwhile, or it names a yanked release for later', async () => {
    expect(refusalOf(await makePlan(registry, 0, ['mf-a@1.0.1'], { steps: STEPS }))).toEqual([409, 'revision-conflict']);
    const startsAt = '2026-11-23T00:00:00Z';
    expect(refusalOf(await makePlan(registry, 0, ['mf-a@1.0.1'], { steps: STEPS, startsAt }))).toEqual([409, 'revision-conflict']);
    await sendCommand(registry, 1, { kind: 'yank', release: { name: 'mf-a', version: '1.0.2' } });
    expect(refusalOf(await makePlan(registry, 2, ['mf-a@1.0.2'], { steps: STEPS, startsAt }))).toEqual([409, 'release-yanked']);
  });

  it('where changes need approvals, also for later, and without a reason where one is required', async () => {
    await setRules(registry, { approvals: 1 });
    const startsAt = '2026-11-23T00:00:00Z';
    expect(refusalOf(await makePlan(registry, 1, ['mf-a@1.0.1'], { steps: STEPS }))).toEqual([403, 'approval-needed']);
    expect(refusalOf(await makePlan(registry, 1, ['mf-a@1.0.1'], { steps: STEPS, startsAt }))).toEqual([403, 'approval-needed']);
    await setRules(registry, { requireReason: true });
    expect(refusalOf(await makePlan(registry, 1, ['mf-a@1.0.1'], { steps: STEPS }))).toEqual([422, 'reason-needed']);
    await planned(['mf-a@1.0.1'], { steps: STEPS, reason: 'A better page' });
    await after(0);
    expect(await current(registry)).toMatchObject({ number: 2, cause: 'canary' });
  });

  it('for a part that has one already, and says which', async () => {
    const { id } = await planned(['mf-a@1.0.1', 'mf-b@1.0.1']);
    const answer = await makePlan(registry, 1, ['mf-b@1.0.1', 'shell@1.0.1'], { steps: STEPS });
    expect(refusalOf(answer)).toEqual([409, 'part-has-plan']);
    expect(answer.json()).toMatchObject({
      error: `Plan ${id} of local-promote for mf-b has not ended yet.`,
      details: { plan: id, parts: ['mf-b'] },
    });
  });

  it('to whoever does not cover its parts, as is every act', async () => {
    const token = await issueTestToken(registry, 'team-b', ['promote'], ['mf-b']);
    expect(refusalOf(await makePlan(registry, 1, ['mf-a@1.0.1'], { steps: STEPS }, token))).toEqual([403, 'forbidden']);
    const { id } = await planned(['mf-a@1.0.1']);
    for (const act of ['pause', 'resume', 'continue', 'abort'])
      expect(refusalOf(await changePlan(registry, id, act, undefined, token))).toEqual([403, 'forbidden']);
    expect(refusalOf(await makePlan(registry, 1, ['mf-b@1.0.1'], { steps: STEPS }, registry.tokens.publish))).toEqual([403, 'forbidden']);
    expect((await registry.server.inject('/registry/v1/environments/production/plans')).statusCode).toBe(401);
  });

  it('what its state does not allow, and what does not exist', async () => {
    const { id } = await planned(['mf-a@1.0.1']);
    for (const act of ['resume', 'continue']) expect(refusalOf(await changePlan(registry, id, act))).toEqual([409, 'plan-state-conflict']);
    await changePlan(registry, id, 'pause');
    const twice = await changePlan(registry, id, 'pause');
    expect([...refusalOf(twice), twice.json().error]).toEqual([409, 'plan-state-conflict', `Plan ${id} is paused.`]);
    await changePlan(registry, id, 'abort');
    for (const act of ['pause', 'abort']) expect(refusalOf(await changePlan(registry, id, act))).toEqual([409, 'plan-state-conflict']);
    expect(refusalOf(await changePlan(registry, 999_999, 'pause'))).toEqual([404, 'plan-not-found']);
    expect(refusalOf(await changePlan(registry, 999_999, 'abort'))).toEqual([404, 'plan-not-found']);
    expect((await read(registry, '/environments/production/plans/999999')).json().code).toBe('plan-not-found');
  });
});

describe('the guard of a plan', () => {
  const harmful = async (plan: Parameters<typeof makePlan>[3] = { steps: STEPS }) => {
    const made = await planned(['mf-a@1.0.1', 'mf-b@1.0.1'], plan);
    await after(0);
    health = {
      'mf-a@1.0.0': { documents: 9_500, failures: 48 },
      'mf-a@1.0.1': { documents: 500, failures: 30 },
      'mf-b@1.0.0': { documents: 9_500, failures: 0 },
      'mf-b@1.0.1': { documents: 500, failures: 0 },
    };
    await after(1);
    return made;
  };

  it('takes the set back with the figures, also in a locked environment and with a maker whose token is revoked', async () => {
    const token = await issueTestToken(registry, 'team-ab', ['promote'], ['mf-a', 'mf-b']);
    const made = await planned(['mf-a@1.0.1', 'mf-b@1.0.1'], { steps: STEPS }, token);
    await after(0);
    await revokeTokenNamed(registry.database, 'team-ab', 'test');
    await registry.server.inject({
      ...{ method: 'POST', url: '/registry/v1/environments/production/lock', payload: { reason: 'The fair is on.' } },
      headers: { authorization: `Bearer ${registry.tokens.promote}` },
    });
    health = { 'mf-a@1.0.0': { documents: 9_500, failures: 48 }, 'mf-a@1.0.1': { documents: 500, failures: 30 } };
    await after(1);
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
    health = {};
    const answer = await makePlan(registry, 3, ['mf-a@1.0.1'], { steps: STEPS });
    expect([...refusalOf(answer), answer.json().details]).toEqual([409, 'plan-needs-a-person', { plan: id }]);
    expect(refusalOf(await makePlan(registry, 3, ['mf-a@1.0.1'], { steps: AT_ONCE }))).toEqual([409, 'plan-needs-a-person']);
    const manual = await planned(['mf-a@1.0.1'], { steps: MANUAL });
    await changePlan(registry, manual.id, 'abort');
    expect((await planned(['mf-a@1.0.1'], { steps: STEPS, again: true })).kind).toBe('staged');
    expect((await planned(['mf-b@1.0.1'], { steps: MANUAL })).kind).toBe('manual');
    expect((await makePlan(registry, 3, ['shell@1.0.1'], { steps: STEPS })).statusCode).toBe(201);
  });
});

describe('a step is carried out once', () => {
  afterEach(() => registry.database.query('drop trigger if exists test_crash on registry.plans'));

  it('or not at all, when the registry fails between the decision and the row of the plan', async () => {
    await registry.database.query(`create or replace function registry.test_crash() returns trigger language plpgsql as $$
      begin raise exception 'crash'; end $$`);
    const { id } = await planned(['mf-a@1.0.1']);
    await registry.database.query(`create trigger test_crash before update on registry.plans for each row
      when (new.step <> old.step) execute function registry.test_crash()`);
    await after(0);
    expect([(await current(registry)).number, (await readPlan(registry, id)).step]).toEqual([1, 0]);
    await registry.database.query('drop trigger test_crash on registry.plans');
    await after(1);
    await after(2);
    expect([(await current(registry)).number, (await readPlan(registry, id)).step]).toEqual([2, 1]);
  });

  it('by whoever has the lease; when they are gone, by the next one', async () => {
    const { id } = await planned(['mf-a@1.0.1']);
    await registry.database.query('update registry.plans set leased_until = $1', [new Date(NOON + 60_000).toISOString()]);
    await after(0.5);
    expect((await readPlan(registry, id)).step).toBe(0);
    await after(1);
    expect((await readPlan(registry, id)).step).toBe(1);
  });

  it('and by nobody who looked before somebody paused the plan', async () => {
    const { id } = await planned(['mf-a@1.0.1']);
    await after(0);
    // The guard reads what was counted between the decision to look and the step.
    const late = await createTestWorker(registry, clock, async () => {
      await changePlan(registry, id, 'pause');
      return new Map();
    });
    clock.now = new Date(NOON + 600_000);
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
