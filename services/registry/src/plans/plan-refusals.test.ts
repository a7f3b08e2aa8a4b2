import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { changePlan, current, issueTestToken, makePlan, read, readPlan, sendCommand, setRules, type TestRegistry } from '../testing';
import { AT_ONCE, startTestPlans, STEPS, type TestPlans } from '../testing-plans';

let plans: TestPlans;
let registry: TestRegistry;

beforeAll(async () => {
  plans = await startTestPlans();
  registry = plans.registry;
});
beforeEach(() => plans.beginAnew());
afterAll(() => plans.stop());

const refusalOf = (answer: Awaited<ReturnType<typeof makePlan>>) => [answer.statusCode, answer.json().code];

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

  it('for a time that has passed, which is said as people read it', async () => {
    const answer = await makePlan(registry, 1, ['mf-a@1.0.1'], { steps: STEPS, startsAt: '2026-11-22T11:59:59Z' });
    expect(answer.json().error).toBe('2026-11-22 11:59 UTC has passed.');
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
    await plans.planned(['mf-a@1.0.1'], { steps: STEPS, reason: 'A better page' });
    await plans.after(0);
    expect(await current(registry)).toMatchObject({ number: 2, cause: 'canary' });
  });

  it('to be aborted without a reason where one is required and it shows something, and nothing changes', async () => {
    const { id } = await plans.planned(['mf-a@1.0.1']);
    await setRules(registry, { requireReason: true });
    await plans.after(0);
    expect(refusalOf(await changePlan(registry, id, 'abort'))).toEqual([422, 'reason-needed']);
    expect([(await current(registry)).number, (await readPlan(registry, id)).state]).toEqual([2, 'running']);
    expect((await changePlan(registry, id, 'abort', 'no good')).statusCode).toBe(200);
    expect(await current(registry)).toMatchObject({ number: 3, cause: 'end-canary', reason: `plan ${id} aborted: no good` });
  });

  it('for a part that has one already, and says which', async () => {
    const { id } = await plans.planned(['mf-a@1.0.1', 'mf-b@1.0.1']);
    const answer = await makePlan(registry, 1, ['mf-b@1.0.1', 'shell@1.0.1'], { steps: STEPS });
    expect(refusalOf(answer)).toEqual([409, 'part-has-plan']);
    expect(answer.json()).toMatchObject({
      error: `Plan ${id} of local-promote for mf-b has not ended yet. Wait for its end, or take it back: npx release abort mf-b`,
      details: { plan: id, parts: ['mf-b'] },
    });
  });

  it('to whoever does not cover its parts, as is every act', async () => {
    const token = await issueTestToken(registry, 'team-b', ['promote'], ['mf-b']);
    expect(refusalOf(await makePlan(registry, 1, ['mf-a@1.0.1'], { steps: STEPS }, token))).toEqual([403, 'forbidden']);
    const { id } = await plans.planned(['mf-a@1.0.1']);
    for (const act of ['pause', 'resume', 'continue', 'abort'])
      expect(refusalOf(await changePlan(registry, id, act, undefined, token))).toEqual([403, 'forbidden']);
    expect(refusalOf(await makePlan(registry, 1, ['mf-b@1.0.1'], { steps: STEPS }, registry.tokens.publish))).toEqual([403, 'forbidden']);
    expect((await registry.server.inject('/registry/v1/environments/production/plans')).statusCode).toBe(401);
  });

  it('what its state does not allow, and what does not exist', async () => {
    const { id } = await plans.planned(['mf-a@1.0.1']);
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

  it('a step that nobody has seen: it is continued from the one at which it was seen', async () => {
    const { id } = await plans.planned(['mf-a@1.0.1'], { steps: STEPS.map((step) => ({ ...step, minutes: null })) });
    const goOn = (step: number) =>
      registry.server.inject({
        method: 'POST',
        url: `/registry/v1/environments/production/plans/${id}/continue`,
        headers: { authorization: `Bearer ${registry.tokens.promote}` },
        payload: { step },
      });
    await plans.after(0);
    expect((await goOn(1)).statusCode).toBe(200);
    await plans.after(1);
    const again = await goOn(1);
    expect(refusalOf(again)).toEqual([409, 'plan-state-conflict']);
    expect(again.json()).toMatchObject({
      error: `Plan ${id} has gone on to step 2 since.`,
      details: { plan: id, state: 'waiting', step: 2 },
    });
    expect(await readPlan(registry, id)).toMatchObject({ state: 'waiting', step: 2 });
  });
});
