import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ReleaseRef } from './release-id';
import { liveWorld, type World } from './testing';

let world: World;
let shells: ReleaseRef[];
let a: ReleaseRef[];
let b: ReleaseRef[];

const candidateOf = (name: string) => world.live.parts[name]?.candidate ?? null;

beforeEach(() => {
  ({ world, shells, a, b } = liveWorld());
});

describe('a part that is switched off', () => {
  beforeEach(() => void world.execute({ kind: 'disable', parts: ['mf-a'], message: 'Soon.' }));

  it('stays so when it is promoted or shown as a candidate, until it is switched on', () => {
    world.promote({ 'mf-a': a[1]! });
    world.canary({ 'mf-a': a[2]! }, 500);
    expect(world.live.parts['mf-a']?.disabled).toEqual({ message: 'Soon.' });
    world.execute({ kind: 'enable', parts: ['mf-a'] });
    expect(world.live.parts['mf-a']?.disabled).toBeNull();
  });

  it('stays so when it is retired and brought back, also by a rollback to before it was switched off', () => {
    world.execute({ kind: 'retire', parts: ['mf-a'] });
    world.rollBack({ to: 2 });
    expect(world.live.parts['mf-a']?.disabled).toEqual({ message: 'Soon.' });
    world.execute({ kind: 'retire', parts: ['mf-a'] });
    world.rollBack({ to: 1 });
    expect(world.live.parts['mf-a']?.disabled).toEqual({ message: 'Soon.' });
    world.execute({ kind: 'enable', parts: ['mf-a'] });
    world.execute({ kind: 'retire', parts: ['mf-a'] });
    world.rollBack({ to: 2 });
    expect(world.live.parts['mf-a']?.disabled).toBeNull();
  });

  it('may be the shell, and is none that is not live', () => {
    world.execute({ kind: 'disable', parts: ['shell'], message: 'Soon.' });
    expect(world.live.parts.shell?.disabled).toEqual({ message: 'Soon.' });
    expect(world.refusalOf(() => world.execute({ kind: 'disable', parts: ['mf-z'], message: 'Soon.' }))).toBe('part-not-live');
  });
});

it('a part that nobody gets yet has no candidate, and the refusal says what to do', () => {
  const first = { 'mf-z': { ...a[1]!, id: `sha384-${'z'.repeat(64)}` } };
  expect(world.refusalOf(() => world.canary(first, 500))).toBe('part-not-live');
  expect(() => world.canary(first, 500)).toThrow('mf-z is not live yet, so no share of the visitors can be held against it. Promote it');
});

describe('a retired part', () => {
  it('is gone, with its candidate', () => {
    world.canary({ 'mf-a': a[1]! }, 500);
    world.execute({ kind: 'retire', parts: ['mf-a'] });
    expect(Object.keys(world.live.parts).sort()).toEqual(['mf-b', 'shell']);
    expect(world.refusalOf(() => world.execute({ kind: 'retire', parts: ['mf-a'] }))).toBe('part-not-live');
  });

  it('is never the shell', () => {
    const retire = () => world.execute({ kind: 'retire', parts: ['mf-a', 'shell'] });
    expect(world.refusalOf(retire)).toBe('shell-missing');
    expect(retire).toThrow('The shell cannot be taken off the site.');
  });
});

describe('candidates', () => {
  it('that are shown together have one cohort, and keep it when they are raised', () => {
    world.canary({ 'mf-a': a[1]!, 'mf-b': b[1]! }, 500);
    const cohort = candidateOf('mf-a')?.cohort;
    expect(candidateOf('mf-b')?.cohort).toBe(cohort);
    world.canary({ 'mf-a': a[1]!, 'mf-b': b[1]! }, 2_500);
    expect(candidateOf('mf-a')).toEqual({ release: a[1], basisPoints: 2_500, cohort });
    expect(candidateOf('mf-b')).toEqual({ release: b[1], basisPoints: 2_500, cohort });
  });

  it('that are not shown together have cohorts of their own, and so has another release', () => {
    world.canary({ 'mf-a': a[1]! }, 500);
    const first = candidateOf('mf-a')?.cohort;
    world.canary({ 'mf-b': b[1]! }, 500);
    expect(candidateOf('mf-b')?.cohort).not.toBe(first);
    world.canary({ 'mf-a': a[2]! }, 500);
    expect(candidateOf('mf-a')?.cohort).not.toBe(first);
  });

  it('that are named with one that is shown already join its cohort', () => {
    world.canary({ 'mf-a': a[1]! }, 500);
    const cohort = candidateOf('mf-a')?.cohort;
    world.canary({ 'mf-a': a[1]!, 'mf-b': b[1]! }, 2_500);
    expect([candidateOf('mf-a')?.cohort, candidateOf('mf-b')?.cohort]).toEqual([cohort, cohort]);
  });

  it('of one cohort are not raised apart from each other, because who is in it gets all of them', () => {
    world.canary({ 'mf-a': a[1]!, 'mf-b': b[1]! }, 500);
    expect(world.refusalOf(() => world.canary({ 'mf-a': a[1]! }, 2_500))).toBe('cohort-divided');
    world.execute({ kind: 'end-canary', parts: ['mf-b'] });
    world.canary({ 'mf-a': a[1]! }, 2_500);
    expect(candidateOf('mf-a')?.basisPoints).toBe(2_500);
  });

  it('end when they are promoted, and by command', () => {
    world.canary({ 'mf-a': a[1]!, 'mf-b': b[1]! }, 500);
    world.promote({ 'mf-a': a[1]! });
    expect([world.stable['mf-a'], candidateOf('mf-a'), candidateOf('mf-b')?.basisPoints]).toEqual(['1.0.1', null, 500]);
    world.execute({ kind: 'end-canary', parts: ['mf-b'] });
    expect(candidateOf('mf-b')).toBeNull();
    expect(world.refusalOf(() => world.execute({ kind: 'end-canary', parts: ['mf-b'] }))).toBe('candidate-not-live');
  });

  it('that everybody gets already are refused with the others of their set, and alone they change nothing', () => {
    const set = () => world.canary({ shell: shells[0]!, 'mf-a': a[1]! }, 500);
    expect(world.refusalOf(set)).toBe('release-stable');
    expect(set).toThrow('Everybody gets shell@1.0.0 already: name the others alone.');
    expect(world.refusalOf(() => world.canary({ shell: shells[0]!, 'mf-a': a[0]! }, 500))).toBe('nothing-changes');
  });

  it('fit to all that visitors can get with them: a shell that remotes do not fit to is refused, and goes with those that do', () => {
    expect(world.refusalOf(() => world.canary({ shell: shells[1]! }, 100))).toBe('shared-module-unmet');
    expect(world.refusalOf(() => world.canary({ shell: shells[1]!, 'mf-b': b[1]! }, 100))).toBeNull();
  });
});
