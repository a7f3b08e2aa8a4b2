import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EVERYBODY } from './cohort';
import { DEFAULT_GUARD } from './guard';
import {
  advance,
  beginning,
  continued,
  type Health,
  isEnded,
  isShown,
  kindOf,
  liveOf,
  type Move,
  paused,
  type Plan,
  resumed,
  type Step,
  stepsSchema,
} from './plan';
import { type Parts } from './target';
import { World } from './testing';

const START = new Date('2026-01-01T00:00:00Z');
const MINUTE = 60_000;
const later = (minutes: number) => new Date(START.getTime() + minutes * MINUTE);
const STEPS: Step[] = [
  { basisPoints: 500, minutes: 10 },
  { basisPoints: 2_500, minutes: null },
  { basisPoints: EVERYBODY, minutes: null },
];

/** A shell and two remotes are live; the plan is for the second version of both remotes. */
function given(more: Partial<Plan> = {}) {
  const world = new World();
  const add = (name: string, version: string) => world.shelf.add({ name, version });
  world.promote({ shell: add('shell', '1.0.0'), 'mf-a': add('mf-a', '1.0.0'), 'mf-b': add('mf-b', '1.0.0') });
  const releases = { 'mf-a': add('mf-a', '1.0.1'), 'mf-b': add('mf-b', '1.0.1') };
  const liveBefore = liveOf(releases, world.live.parts);
  const plan: Plan = { id: 7, releases, steps: STEPS, guard: null, reason: null, liveBefore, ...beginning(START), ...more };
  return { world, plan };
}

/** Carries out what is due, as whoever runs plans does. */
function go(world: World, plan: Plan, now: Date, health: Health = {}): { plan: Plan; move: Move } {
  const move = advance(plan, now, health, world.live.parts);
  if (move.kind === 'command') world.execute(move.command);
  return { move, plan: move.kind === 'wait' ? plan : { ...plan, ...move.after } };
}

const share = (parts: Parts): number | undefined => parts['mf-a']?.candidate?.basisPoints;

describe('a plan', () => {
  it('shows its releases as a set to more and more visitors, by time or when a person continues, then makes them stable', () => {
    const { world, plan } = given({ reason: 'A better page' });
    const first = go(world, plan, START);
    expect(first.move).toMatchObject({
      command: { kind: 'canary', basisPoints: 500, releases: plan.releases },
      reason: 'plan 7, step 1 of 3: A better page',
    });
    expect(first.plan).toMatchObject({ state: 'running', step: 1, startedAt: START, dueAt: later(10) });
    expect(go(world, first.plan, later(9)).move).toEqual({ kind: 'wait', until: later(10) });
    const second = go(world, first.plan, later(10));
    expect([share(world.live.parts), second.plan.state]).toEqual([2_500, 'waiting']);
    expect(go(world, second.plan, later(10_000)).move).toEqual({ kind: 'wait', until: null });
    const third = go(world, { ...second.plan, ...continued(second.plan, later(20)) }, later(20));
    expect(third.plan).toMatchObject({ state: 'done', step: 3, endedAt: later(20), endedBy: null });
    expect(world.stable).toEqual({ shell: '1.0.0', 'mf-a': '1.0.1', 'mf-b': '1.0.1' });
  });

  it('of one step is a promotion at its time', () => {
    const { world, plan } = given({ steps: [{ basisPoints: EVERYBODY, minutes: null }], ...beginning(later(5)) });
    expect(go(world, plan, later(4)).move).toEqual({ kind: 'wait', until: later(5) });
    expect(go(world, plan, later(5))).toMatchObject({ move: { command: { kind: 'promote' } }, plan: { state: 'done' } });
  });

  it('that is paused keeps the time to its next step, but not that of its schedule', () => {
    const { world, plan } = given();
    const running = go(world, plan, START).plan;
    const still = { ...running, ...paused(running, later(4), 'lunch') };
    expect(still).toMatchObject({ state: 'paused', dueAt: null, leftMs: 6 * MINUTE, note: 'lunch' });
    expect(go(world, still, later(60)).move).toEqual({ kind: 'wait', until: null });
    expect(resumed(still, later(60))).toMatchObject({ state: 'running', dueAt: later(66), note: null });
    const scheduled = { ...plan, ...paused(plan, START, null) };
    expect(go(world, scheduled, later(60)).move.kind).toBe('wait');
    expect(resumed(scheduled, later(60))).toMatchObject({ state: 'scheduled', dueAt: START });
    const waiting = go(world, { ...running, dueAt: later(10) }, later(10)).plan;
    expect(resumed({ ...waiting, ...paused(waiting, later(11), null) }, later(12)).state).toBe('waiting');
  });

  it.each<[string, (world: World, plan: Plan) => void, string]>([
    [
      'another release took its place',
      (world) =>
        world.execute({ kind: 'canary', releases: { 'mf-a': world.shelf.add({ name: 'mf-a', version: '1.0.2' }) }, basisPoints: 500 }),
      'mf-a@1.0.2 took the place of mf-a@1.0.1. Still a candidate: mf-b@1.0.1.',
    ],
    [
      'somebody promoted another release',
      (world) => world.promote({ 'mf-a': world.shelf.add({ name: 'mf-a', version: '1.0.2' }) }),
      'mf-a@1.0.1 was taken back beside the plan. Still a candidate: mf-b@1.0.1.',
    ],
    [
      'somebody promoted it',
      (world, { releases }) => world.promote(releases),
      'mf-a@1.0.1 was promoted beside the plan. mf-b@1.0.1 was promoted beside the plan.',
    ],
    [
      'somebody raised its share',
      (world, { releases }) => world.execute({ kind: 'canary', releases, basisPoints: 5_000 }),
      'mf-a@1.0.1 is shown to 50% and no longer to 5%. mf-b@1.0.1 is shown to 50% and no longer to 5%. Still a candidate: mf-a@1.0.1, mf-b@1.0.1.',
    ],
    [
      'somebody rolled back',
      (world) => world.rollBack({ to: 1 }),
      'mf-a@1.0.1 was taken back beside the plan. mf-b@1.0.1 was taken back beside the plan.',
    ],
    [
      'a part was taken off the site',
      (world) => world.execute({ kind: 'retire', parts: ['mf-b'] }),
      'mf-b was taken off the site. Still a candidate: mf-a@1.0.1.',
    ],
  ])('ends by itself when %s, also while it is paused', (_what, change, note) => {
    const { world, plan } = given();
    const running = go(world, plan, START).plan;
    change(world, running);
    for (const at of [running, { ...running, ...paused(running, later(1), null) }]) {
      const { move, plan: ended } = go(world, at, later(1));
      expect(move.kind).toBe('end');
      expect(ended).toMatchObject({ state: 'aborted', endedBy: 'overtaken', endedAt: later(1), note });
    }
  });

  it('knows what is shown already: all of its releases, to the same visitors, for the share of the step', () => {
    const { world, plan } = given();
    const [five, quarter, everybody] = STEPS as [Step, Step, Step];
    const shown = (step: Step) => isShown(plan, step, world.live.parts);
    expect(shown(five)).toBe(false);
    world.execute({ kind: 'canary', releases: plan.releases, basisPoints: 500 });
    expect([shown(five), shown(quarter), shown(everybody)]).toEqual([true, false, false]);
    expect(advance(plan, START, {}, world.live.parts)).toMatchObject({ kind: 'command', isShown: true });
    world.execute({ kind: 'end-canary', parts: ['mf-b'] });
    expect(shown(five)).toBe(false);
    world.execute({ kind: 'end-canary', parts: ['mf-a'] });
    for (const [name, release] of Object.entries(plan.releases))
      world.execute({ kind: 'canary', releases: { [name]: release }, basisPoints: 500 });
    expect(shown(five)).toBe(false);
    world.execute({ kind: 'canary', releases: plan.releases, basisPoints: EVERYBODY });
    expect(shown(everybody)).toBe(false);
  });

  const next = (world: World) => world.shelf.add({ name: 'mf-a', version: '1.0.2' });
  it.each<[string, (world: World, plan: Plan) => void, string]>([
    ['somebody promoted another release', (world) => world.promote({ 'mf-a': next(world) }), 'mf-a@1.0.2 was made live beside the plan.'],
    [
      'somebody promoted one of its releases alone',
      (world, { releases }) => world.promote({ 'mf-b': releases['mf-b']! }),
      'mf-b@1.0.1 was made live beside the plan.',
    ],
    [
      'somebody showed another release',
      (world) => world.execute({ kind: 'canary', releases: { 'mf-a': next(world) }, basisPoints: 500 }),
      'mf-a@1.0.2 became a candidate beside the plan.',
    ],
    ['a part was taken off the site', (world) => world.execute({ kind: 'retire', parts: ['mf-b'] }), 'mf-b was taken off the site.'],
  ])('that has not begun ends by itself when %s, however far away its beginning is', (_what, change, note) => {
    const { world, plan } = given(beginning(later(1_000)));
    change(world, plan);
    expect(go(world, plan, START).plan).toMatchObject({ state: 'aborted', endedBy: 'overtaken', note });
    // What was kept of plans of before says nothing of that.
    expect(go(world, { ...plan, liveBefore: null }, START).move).toEqual({ kind: 'wait', until: later(1_000) });
  });

  it('that has not begun goes on when its own releases are shown, and ends when they are taken back', () => {
    const { world, plan } = given(beginning(later(1_000)));
    world.execute({ kind: 'canary', releases: plan.releases, basisPoints: 500 });
    expect(go(world, plan, START).move.kind).toBe('wait');
    const shown = { ...plan, liveBefore: liveOf(plan.releases, world.live.parts) };
    world.execute({ kind: 'canary', releases: plan.releases, basisPoints: 5_000 });
    expect(go(world, shown, START).move.kind).toBe('wait');
    world.execute({ kind: 'end-canary', parts: ['mf-a'] });
    expect(go(world, shown, START).plan).toMatchObject({ endedBy: 'overtaken', note: 'mf-a@1.0.1 was taken back beside the plan.' });
  });

  it('that has not begun goes on when a candidate is gone of which it would take the place', () => {
    const { world, plan } = given(beginning(later(1_000)));
    world.execute({ kind: 'canary', releases: { 'mf-a': next(world) }, basisPoints: 500 });
    const made = { ...plan, liveBefore: liveOf(plan.releases, world.live.parts) };
    expect(go(world, made, START).move.kind).toBe('wait');
    world.execute({ kind: 'end-canary', parts: ['mf-a'] });
    expect(go(world, made, START).move.kind).toBe('wait');
  });

  it('ends before its first step if all of it is live already', () => {
    const { world, plan } = given();
    world.promote(plan.releases);
    expect(go(world, plan, START).plan).toMatchObject({
      state: 'aborted',
      endedBy: 'overtaken',
      note: 'It is live already: mf-a@1.0.1, mf-b@1.0.1.',
    });
  });

  it('is named by what its steps wait for', () => {
    const [timed, manual, last] = STEPS as [Step, Step, Step];
    expect([[last], [timed, last], [manual, last], [timed, manual, last]].map(kindOf)).toEqual([
      'automatic',
      'automatic',
      'manual',
      'staged',
    ]);
  });

  it.each<[string, Step[]]>([
    ['no step', []],
    ['a share that does not rise', [{ basisPoints: 500, minutes: 1 }, { basisPoints: 500, minutes: 1 }, ...STEPS.slice(2)]],
    ['a last step that is not for all', STEPS.slice(0, 2)],
    ['something after the last step', [{ basisPoints: EVERYBODY, minutes: 5 }]],
    ['a share of nobody', [{ basisPoints: 0, minutes: 5 }, ...STEPS.slice(2)]],
  ])('with %s is none', (_what, steps) => {
    expect([stepsSchema.safeParse(STEPS).success, stepsSchema.safeParse(steps).success]).toEqual([true, false]);
  });
});

describe('the guard of a plan', () => {
  const fine = { candidate: { documents: 500, failures: 2 }, stable: { documents: 9_500, failures: 48 } };
  const bad = { candidate: { documents: 500, failures: 30 }, stable: { documents: 9_500, failures: 48 } };

  it.each(['running', 'waiting', 'paused'] as const)('takes the whole set back when one of it does harm, while the plan is %s', (state) => {
    const { world, plan } = given({ guard: DEFAULT_GUARD });
    const running = go(world, plan, START).plan;
    expect(go(world, running, later(1), { 'mf-a': fine, 'mf-b': fine }).move.kind).toBe('wait');
    const { move, plan: ended } = go(world, { ...running, state }, later(1), { 'mf-a': fine, 'mf-b': bad });
    const note = 'mf-b@1.0.1 failed in 30 of 500 documents, mf-b@1.0.0 in 48 of 9500';
    expect(move).toMatchObject({ command: { kind: 'end-canary', parts: ['mf-a', 'mf-b'] }, reason: `guard: ${note}`, isHarm: true });
    expect(ended).toMatchObject({ state: 'aborted', endedBy: 'guard', note });
    expect(share(world.live.parts)).toBeUndefined();
  });

  it('comes before a step that is due, and not at all where there is none', () => {
    const { world, plan } = given();
    const running = go(world, plan, START).plan;
    const health = { 'mf-a': bad };
    expect(advance({ ...running, guard: DEFAULT_GUARD }, later(10), health, world.live.parts)).toMatchObject({ isHarm: true });
    expect(advance(running, later(10), health, world.live.parts)).toMatchObject({ command: { kind: 'canary', basisPoints: 2_500 } });
  });
});

it('whatever people do, a plan takes its steps once each, in order, no sooner than they are due, and none after its end or while it is paused', () => {
  const steps = fc
    .uniqueArray(
      fc.record({ basisPoints: fc.integer({ min: 1, max: EVERYBODY - 1 }), minutes: fc.option(fc.integer({ min: 1, max: 20 })) }),
      {
        selector: ({ basisPoints }) => basisPoints,
        maxLength: 4,
      },
    )
    .map((list) => [...list.sort((one, other) => one.basisPoints - other.basisPoints), { basisPoints: EVERYBODY, minutes: null }]);
  const act = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('pass' as const), minutes: fc.integer({ min: 0, max: 15 }) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('pause' as const, 'resume' as const, 'continue' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('other-part' as const, 'promote-other' as const, 'end' as const) }) },
  );
  fc.assert(
    fc.property(steps, fc.array(act, { maxLength: 30 }), (stepsOf, acts) => {
      const { world, plan: initial } = given({ steps: stepsOf });
      let plan = initial;
      let now = START;
      let patch = 1;
      let isForeign = false;
      const taken: number[] = [];
      for (const step of acts) {
        if (step.kind === 'pass') now = new Date(now.getTime() + step.minutes * MINUTE);
        if (step.kind === 'pause' && !isEnded(plan) && plan.state !== 'paused') plan = { ...plan, ...paused(plan, now, null) };
        if (step.kind === 'resume' && plan.state === 'paused') plan = { ...plan, ...resumed(plan, now) };
        if (step.kind === 'continue' && plan.state === 'waiting') plan = { ...plan, ...continued(plan, now) };
        const other = (name: string) => ({ [name]: world.shelf.add({ name, version: `2.0.${(patch += 1)}` }) });
        if (step.kind === 'other-part') world.promote(other('shell'));
        if (step.kind === 'promote-other') world.promote(other('mf-a'));
        if (step.kind === 'end' && world.live.parts['mf-a']?.candidate) world.execute({ kind: 'end-canary', parts: ['mf-a'] });
        const isOther = step.kind === 'promote-other' || (plan.step > 0 && step.kind === 'end');
        if (isOther && !isEnded(plan)) isForeign = true;

        const before = plan;
        const { move, plan: after } = go(world, plan, now);
        plan = after;
        if (move.kind === 'command') {
          taken.push(plan.step);
          expect([isEnded(before), before.state, before.dueAt !== null && before.dueAt <= now]).toEqual([
            false,
            expect.not.stringMatching('paused'),
            true,
          ]);
        }
        // Nothing more is due at the same time, so that looking twice changes nothing.
        expect(advance(plan, now, {}, world.live.parts).kind).toBe('wait');
      }
      expect(taken).toEqual(Array.from({ length: plan.step }, (_, index) => index + 1));
      expect(plan.state === 'aborted').toBe(isForeign);
      if (plan.state === 'done') expect([plan.step, taken.length]).toEqual([stepsOf.length, stepsOf.length]);
    }),
  );
});
