import { beforeEach, describe, expect, it } from '@jest/globals';
import { openTarget, generateSigningKey, readSigningKey, signTarget, trust } from './envelope';
import { type RefusalCode, Refusal } from './refusal';
import type { ReleaseRef } from './release-id';
import { positionOf, succession } from './target';
import { PARAMS, World } from './testing';

let world: World;
let shells: ReleaseRef[];
let a: ReleaseRef[];
let b: ReleaseRef[];

const MINUTE = 60_000;

/** The code with which it is refused; what is live stays the same. */
function refused(run: () => unknown): RefusalCode | null {
  const before = world.targets.length;
  try {
    run();
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(world.targets.length).toBe(before);
    return error.code;
  }
}

const canary = (releases: Record<string, ReleaseRef>, basisPoints: number) => world.execute({ kind: 'canary', releases, basisPoints });
const yank = (name: string, release: ReleaseRef) => world.execute({ kind: 'yank', release: { name, ...release } });
const candidateOf = (name: string) => world.live.parts[name]?.candidate ?? null;

beforeEach(() => {
  world = new World();
  const versions = ['1.0.0', '1.0.1', '1.0.2', '1.0.3'];
  const react = (version: string) => ({ react: { version, files: [], consumes: [] } });
  shells = ['1.0.0', '2.0.0'].map((version) =>
    world.shelf.add({ name: 'shell', version, provides: react(version === '1.0.0' ? '19.0.0' : '20.0.0') }),
  );
  a = versions.map((version) => world.shelf.add({ name: 'mf-a', version }));
  b = versions.map((version) =>
    world.shelf.add({
      name: 'mf-b',
      version,
      requires: { react: { range: version === '1.0.0' ? '^19.0.0' : '>=19.0.0', singleton: true } },
    }),
  );
  world.promote({ shell: shells[0]!, 'mf-a': a[0]!, 'mf-b': b[0]! });
});

describe('every revision', () => {
  it('has the next number and the hash of the one before, and is newer to an edge', () => {
    world.promote({ 'mf-a': a[1]! });
    world.rollBack();
    const targets = world.targets;
    expect(targets.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(targets[0]?.previousHash).toBeNull();
    expect(targets.slice(1).map((next, at) => succession(positionOf(targets[at]!), next))).toEqual(['newer', 'newer']);
    const key = readSigningKey(generateSigningKey());
    expect(openTarget(signTarget(world.live, key), trust(key), 'production')).toEqual(world.live);
  });

  it('changes something: what is live already is refused', () => {
    expect(refused(() => world.promote({ 'mf-a': a[0]! }))).toBe('nothing-changes');
    expect(refused(() => canary({ 'mf-a': a[0]! }, 100))).toBe('nothing-changes');
    expect(refused(() => world.execute({ kind: 'enable', parts: ['mf-a'] }))).toBe('nothing-changes');
    expect(refused(() => world.execute({ kind: 'params', params: PARAMS }))).toBe('nothing-changes');
    expect(refused(() => world.execute({ kind: 'policy', policy: { openTabs: 'next-load' } }))).toBe('nothing-changes');
    expect(refused(() => world.rollBack({ to: 1 }))).toBe('nothing-changes');
  });

  it('says what changed, parameters and policy too', () => {
    expect(world.promote({ 'mf-a': a[1]! }).changes).toEqual([{ name: 'mf-a', field: 'stable', from: '1.0.0', to: '1.0.1' }]);
    expect(canary({ 'mf-a': a[2]! }, 1_250).changes).toEqual([{ name: 'mf-a', field: 'candidate', from: null, to: '1.0.2 at 12.5%' }]);
    expect(world.execute({ kind: 'params', params: { ...PARAMS, maintenance_message: 'Soon' } }).changes).toEqual([
      { name: 'params', field: 'maintenance_message', from: null, to: '"Soon"' },
    ]);
    expect(world.execute({ kind: 'policy', policy: { openTabs: 'notice' } }).changes).toEqual([
      { name: 'policy', field: 'openTabs', from: '"next-load"', to: '"notice"' },
    ]);
  });

  it('of nothing yet is a promotion with a shell', () => {
    world = new World();
    expect(refused(() => world.rollBack())).toBe('nothing-to-roll-back');
    expect(refused(() => world.execute({ kind: 'epoch' }))).toBe('shell-missing');
    const remote = world.shelf.add({ name: 'mf-a', version: '1.0.0' });
    expect(refused(() => world.promote({ 'mf-a': remote }))).toBe('shell-missing');
  });

  it('of a new epoch begins a chain, keeps what is live and is newer to every edge', () => {
    const before = world.live;
    world.execute({ kind: 'epoch' });
    expect([world.live.epoch, world.live.number, world.live.previousHash]).toEqual([2, 2, null]);
    expect(world.live.parts).toEqual(before.parts);
    expect(succession({ epoch: 1, number: 99, hash: 'f'.repeat(64) }, world.live)).toBe('newer');
    world.promote({ 'mf-a': a[1]! });
    expect(succession(positionOf(world.targets[1]!), world.live)).toBe('newer');
  });
});

describe('a fallback', () => {
  it('is what was live before', () => {
    expect(world.fallback('mf-a')).toBeNull();
    world.promote({ 'mf-a': a[1]! });
    expect(world.fallback('mf-a')).toBe('1.0.0');
  });

  it('after a bad 1.0.1 and a promotion of 1.0.2 that fixes it is 1.0.0', () => {
    world.promote({ 'mf-a': a[1]! });
    world.promote({ 'mf-a': a[2]! }, true);
    expect([world.stable['mf-a'], world.fallback('mf-a')]).toEqual(['1.0.2', '1.0.0']);
    world.promote({ 'mf-b': b[1]! });
    expect(world.fallback('mf-a')).toBe('1.0.0');
  });

  it('after a bad 1.0.1 that was rolled back, and then 1.0.2, is 1.0.0', () => {
    world.promote({ 'mf-a': a[1]! });
    world.rollBack();
    expect(world.fallback('mf-a')).toBeNull();
    world.promote({ 'mf-a': a[2]! });
    expect(world.fallback('mf-a')).toBe('1.0.0');
  });

  it('is nothing that a rollback went past', () => {
    world.promote({ 'mf-a': a[1]! });
    world.promote({ 'mf-a': a[2]! });
    world.promote({ 'mf-a': a[3]! });
    world.rollBack({ to: 2 });
    expect([world.stable['mf-a'], world.fallback('mf-a')]).toEqual(['1.0.1', '1.0.0']);
  });

  it('stays withdrawn while it is shown to some visitors once more, and is not when it is promoted again', () => {
    world.promote({ 'mf-a': a[1]! });
    world.rollBack();
    canary({ 'mf-a': a[1]! }, 100);
    world.execute({ kind: 'end-canary', parts: ['mf-a'] });
    expect(world.fallback('mf-a')).toBeNull();
    world.promote({ 'mf-a': a[1]! });
    world.promote({ 'mf-a': a[2]! });
    expect(world.fallback('mf-a')).toBe('1.0.1');
  });

  it('fits to the shell that is live, and a shell as one to all remotes', () => {
    world.promote({ 'mf-b': b[1]! });
    expect(world.fallback('mf-b')).toBe('1.0.0');
    world.promote({ shell: shells[1]! });
    expect([world.fallback('mf-b'), world.fallback('shell')]).toEqual([null, '1.0.0']);
  });

  it('is found behind any number of yanked releases', () => {
    const more = Array.from({ length: 14 }, (_, at) => world.shelf.add({ name: 'mf-a', version: `2.0.${at}` }));
    for (const release of more) world.promote({ 'mf-a': release });
    for (const release of more.slice(0, -1)) yank('mf-a', release);
    expect(world.fallback('mf-a')).toBe('1.0.0');
  });
});

describe('a yank', () => {
  it('of what is live is refused, as stable release and as candidate', () => {
    canary({ 'mf-a': a[1]! }, 100);
    expect(refused(() => yank('mf-a', a[0]!))).toBe('release-live');
    expect(refused(() => yank('mf-a', a[1]!))).toBe('release-live');
  });

  it('takes the release away as a fallback', () => {
    world.promote({ 'mf-a': a[1]! });
    world.promote({ 'mf-a': a[2]! });
    yank('mf-a', a[1]!);
    expect(world.fallback('mf-a')).toBe('1.0.0');
    yank('mf-a', a[0]!);
    expect(world.fallback('mf-a')).toBeNull();
  });

  it('of a release that is nowhere is a revision as well, once', () => {
    expect(yank('mf-a', a[3]!).cause).toBe('yank');
    expect(refused(() => yank('mf-a', a[3]!))).toBe('nothing-changes');
  });

  it('keeps the release from becoming live in any way', () => {
    world.promote({ 'mf-a': a[1]! });
    yank('mf-a', a[0]!);
    expect(refused(() => world.promote({ 'mf-a': a[0]! }))).toBe('release-yanked');
    expect(refused(() => canary({ 'mf-a': a[0]! }, 100))).toBe('release-yanked');
    expect(refused(() => world.rollBack({ to: 1 }))).toBe('release-yanked');
    expect(refused(() => world.rollBack())).toBe('nothing-to-roll-back');
  });
});

describe('a release whose files are not kept any more', () => {
  it('does not become live in any way, and is nothing to fall back to', () => {
    world.promote({ 'mf-a': a[1]! });
    world.collected.add(a[0]!.id);
    expect(refused(() => world.promote({ 'mf-a': a[0]! }))).toBe('release-collected');
    expect(refused(() => canary({ 'mf-a': a[0]! }, 100))).toBe('release-collected');
    expect(refused(() => world.rollBack({ to: 1 }))).toBe('release-collected');
    expect(refused(() => world.rollBack())).toBe('nothing-to-roll-back');
    world.promote({ 'mf-a': a[2]! });
    world.collected.add(a[1]!.id);
    world.promote({ 'mf-b': b[1]! });
    expect(world.fallback('mf-a')).toBeNull();
  });
});

describe('a restored release', () => {
  const restore = (name: string, release: ReleaseRef) => world.execute({ kind: 'restore', release: { name, ...release } });

  it('is a fallback again where it was the best one, at once', () => {
    world.promote({ 'mf-a': a[1]! });
    yank('mf-a', a[0]!);
    expect(world.fallback('mf-a')).toBeNull();
    expect(restore('mf-a', a[0]!).cause).toBe('restore');
    expect(world.fallback('mf-a')).toBe('1.0.0');
  });

  it('can become live again, and can be yanked again', () => {
    yank('mf-a', a[1]!);
    restore('mf-a', a[1]!);
    world.promote({ 'mf-a': a[1]! });
    world.promote({ 'mf-a': a[0]! });
    expect(yank('mf-a', a[1]!).cause).toBe('yank');
  });

  it('was yanked before: anything else is refused', () => {
    expect(refused(() => restore('mf-a', a[1]!))).toBe('nothing-changes');
    yank('mf-a', a[1]!);
    restore('mf-a', a[1]!);
    expect(refused(() => restore('mf-a', a[1]!))).toBe('nothing-changes');
  });
});

describe('a rollback', () => {
  it('takes a set back as a set', () => {
    world.promote({ 'mf-a': a[1]!, 'mf-b': b[1]! });
    expect(world.rollBack().restores).toBe(1);
    expect(world.stable).toEqual({ shell: '1.0.0', 'mf-a': '1.0.0', 'mf-b': '1.0.0' });
  });

  it('goes further back each time, and never forward', () => {
    world.promote({ 'mf-a': a[1]! });
    world.promote({ 'mf-a': a[2]! });
    world.rollBack();
    expect(world.stable['mf-a']).toBe('1.0.1');
    world.rollBack();
    expect(world.stable['mf-a']).toBe('1.0.0');
    expect(refused(() => world.rollBack())).toBe('nothing-to-roll-back');
  });

  it('to an earlier number goes further back from there', () => {
    world.promote({ 'mf-a': a[1]! });
    world.promote({ 'mf-a': a[2]! });
    world.promote({ 'mf-a': a[3]! });
    world.rollBack({ to: 2 });
    world.rollBack();
    expect(world.stable['mf-a']).toBe('1.0.0');
  });

  it('brings a retired part back, and does not retire it again', () => {
    world.promote({ 'mf-a': a[1]! });
    world.execute({ kind: 'retire', parts: ['mf-a'] });
    expect(world.stable).toEqual({ shell: '1.0.0', 'mf-b': '1.0.0' });
    world.rollBack();
    expect([world.stable['mf-a'], world.fallback('mf-a')]).toEqual(['1.0.1', '1.0.0']);
    world.rollBack();
    expect(world.stable['mf-a']).toBe('1.0.0');
  });

  it('can be undone with a number, and what is live then can be rolled back once more', () => {
    world.promote({ 'mf-a': a[1]! });
    world.rollBack();
    world.rollBack({ to: 2 });
    expect([world.stable['mf-a'], world.fallback('mf-a')]).toEqual(['1.0.1', '1.0.0']);
    world.rollBack();
    expect(world.stable['mf-a']).toBe('1.0.0');
  });

  it('passes over what a fix replaced', () => {
    world.promote({ 'mf-a': a[1]! });
    world.promote({ 'mf-a': a[2]! }, true);
    world.rollBack();
    expect(world.stable['mf-a']).toBe('1.0.0');
  });

  it('ends candidates, and goes back no further where there are any', () => {
    world.promote({ 'mf-a': a[1]! });
    canary({ 'mf-a': a[2]! }, 500);
    canary({ 'mf-a': a[2]! }, 2_500);
    expect(world.rollBack().restores).toBe(2);
    expect([world.stable['mf-a'], candidateOf('mf-a')]).toEqual(['1.0.1', null]);
  });

  it('leaves parameters, policy and what is switched off as they are', () => {
    world.promote({ 'mf-a': a[1]! });
    world.execute({ kind: 'disable', parts: ['mf-a'], message: 'Soon.' });
    world.execute({ kind: 'policy', policy: { openTabs: 'notice' } });
    world.rollBack();
    expect(world.live.parts['mf-a']).toMatchObject({ stable: { version: '1.0.0' }, disabled: { message: 'Soon.' } });
    expect(world.live.policy.openTabs).toBe('notice');
  });

  it('to a revision that there is not is refused', () => {
    expect(refused(() => world.rollBack({ to: 9 }))).toBe('revision-not-found');
  });
});

describe('when somebody else has just rolled back', () => {
  beforeEach(() => {
    world.promote({ 'mf-a': a[1]! });
    world.promote({ 'mf-a': a[2]! });
    world.rollBack();
    world.now += 9 * MINUTE;
  });

  it('a rollback is told, not carried out, also if parameters changed in between', () => {
    expect(refused(() => world.rollBack({ by: 'bob' }))).toBe('just-rolled-back');
    world.execute({ kind: 'params', params: { ...PARAMS, brand: 'Other' } }, 'params-file');
    expect(refused(() => world.rollBack({ by: 'bob' }))).toBe('just-rolled-back');
    expect(() => world.rollBack({ by: 'bob' })).toThrow('alice has just rolled back, with revision 4.');
  });

  it('one with `again` goes further back, and one with a number there', () => {
    world.rollBack({ by: 'bob', again: true });
    expect(world.stable['mf-a']).toBe('1.0.0');
    world.rollBack({ by: 'carol', to: 2 });
    expect(world.stable['mf-a']).toBe('1.0.1');
  });

  it('one of the same person goes further back', () => {
    world.rollBack();
    expect(world.stable['mf-a']).toBe('1.0.0');
  });

  it('one after ten minutes goes further back, and one after another promotion takes that back', () => {
    world.promote({ 'mf-b': b[1]! });
    world.rollBack({ by: 'bob' });
    expect(world.stable).toMatchObject({ 'mf-a': '1.0.1', 'mf-b': '1.0.0' });
    world.now += 10 * MINUTE;
    world.rollBack();
    expect(world.stable['mf-a']).toBe('1.0.0');
  });
});

describe('a part that is switched off', () => {
  beforeEach(() => void world.execute({ kind: 'disable', parts: ['mf-a'], message: 'Soon.' }));

  it('stays so when it is promoted or shown as a candidate, until it is switched on', () => {
    world.promote({ 'mf-a': a[1]! });
    canary({ 'mf-a': a[2]! }, 500);
    expect(world.live.parts['mf-a']?.disabled).toEqual({ message: 'Soon.' });
    world.execute({ kind: 'enable', parts: ['mf-a'] });
    expect(world.live.parts['mf-a']?.disabled).toBeNull();
  });

  it('may be the shell, and is none that is not live', () => {
    world.execute({ kind: 'disable', parts: ['shell'], message: 'Soon.' });
    expect(world.live.parts.shell?.disabled).toEqual({ message: 'Soon.' });
    expect(refused(() => world.execute({ kind: 'disable', parts: ['mf-z'], message: 'Soon.' }))).toBe('part-not-live');
  });
});

describe('a retired part', () => {
  it('is gone, with its candidate', () => {
    canary({ 'mf-a': a[1]! }, 500);
    world.execute({ kind: 'retire', parts: ['mf-a'] });
    expect(Object.keys(world.live.parts).sort()).toEqual(['mf-b', 'shell']);
    expect(refused(() => world.execute({ kind: 'retire', parts: ['mf-a'] }))).toBe('part-not-live');
  });

  it('is never the shell', () => {
    const retire = () => world.execute({ kind: 'retire', parts: ['mf-a', 'shell'] });
    expect(refused(retire)).toBe('shell-missing');
    expect(retire).toThrow('The shell cannot be taken off the site.');
  });
});

describe('candidates', () => {
  it('that are shown together have one cohort, and keep it when they are raised', () => {
    canary({ 'mf-a': a[1]!, 'mf-b': b[1]! }, 500);
    const cohort = candidateOf('mf-a')?.cohort;
    expect(candidateOf('mf-b')?.cohort).toBe(cohort);
    canary({ 'mf-a': a[1]!, 'mf-b': b[1]! }, 2_500);
    expect(candidateOf('mf-a')).toEqual({ release: a[1], basisPoints: 2_500, cohort });
    expect(candidateOf('mf-b')).toEqual({ release: b[1], basisPoints: 2_500, cohort });
  });

  it('that are not shown together have cohorts of their own, and so has another release', () => {
    canary({ 'mf-a': a[1]! }, 500);
    const first = candidateOf('mf-a')?.cohort;
    canary({ 'mf-b': b[1]! }, 500);
    expect(candidateOf('mf-b')?.cohort).not.toBe(first);
    canary({ 'mf-a': a[2]! }, 500);
    expect(candidateOf('mf-a')?.cohort).not.toBe(first);
  });

  it('that are named with one that is shown already join its cohort', () => {
    canary({ 'mf-a': a[1]! }, 500);
    const cohort = candidateOf('mf-a')?.cohort;
    canary({ 'mf-a': a[1]!, 'mf-b': b[1]! }, 2_500);
    expect([candidateOf('mf-a')?.cohort, candidateOf('mf-b')?.cohort]).toEqual([cohort, cohort]);
  });

  it('of one cohort are not raised apart from each other, because who is in it gets all of them', () => {
    canary({ 'mf-a': a[1]!, 'mf-b': b[1]! }, 500);
    expect(refused(() => canary({ 'mf-a': a[1]! }, 2_500))).toBe('cohort-divided');
    world.execute({ kind: 'end-canary', parts: ['mf-b'] });
    canary({ 'mf-a': a[1]! }, 2_500);
    expect(candidateOf('mf-a')?.basisPoints).toBe(2_500);
  });

  it('end when they are promoted, and by command', () => {
    canary({ 'mf-a': a[1]!, 'mf-b': b[1]! }, 500);
    world.promote({ 'mf-a': a[1]! });
    expect([world.stable['mf-a'], candidateOf('mf-a'), candidateOf('mf-b')?.basisPoints]).toEqual(['1.0.1', null, 500]);
    world.execute({ kind: 'end-canary', parts: ['mf-b'] });
    expect(candidateOf('mf-b')).toBeNull();
    expect(refused(() => world.execute({ kind: 'end-canary', parts: ['mf-b'] }))).toBe('candidate-not-live');
  });

  it('fit to all that visitors can get with them: a shell that remotes do not fit to is refused, and goes with those that do', () => {
    expect(refused(() => canary({ shell: shells[1]! }, 100))).toBe('shared-module-unmet');
    expect(refused(() => canary({ shell: shells[1]!, 'mf-b': b[1]! }, 100))).toBeNull();
  });
});
