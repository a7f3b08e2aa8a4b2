import { beforeEach, describe, expect, it } from '@jest/globals';
import { openTarget, generateSigningKey, readSigningKey, signTarget, trust } from './envelope';
import type { ReleaseRef } from './release-id';
import { positionOf, succession } from './target';
import { liveWorld, PARAMS, World } from './testing';

let world: World;
let shells: ReleaseRef[];
let a: ReleaseRef[];
let b: ReleaseRef[];

const MINUTE = 60_000;

const yank = (name: string, release: ReleaseRef) => world.execute({ kind: 'yank', release: { name, ...release } });

beforeEach(() => {
  ({ world, shells, a, b } = liveWorld());
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
    expect(world.refusalOf(() => world.promote({ 'mf-a': a[0]! }))).toBe('nothing-changes');
    expect(world.refusalOf(() => world.canary({ 'mf-a': a[0]! }, 100))).toBe('nothing-changes');
    expect(world.refusalOf(() => world.execute({ kind: 'enable', parts: ['mf-a'] }))).toBe('nothing-changes');
    expect(world.refusalOf(() => world.execute({ kind: 'params', params: PARAMS }))).toBe('nothing-changes');
    expect(world.refusalOf(() => world.execute({ kind: 'policy', policy: { openTabs: 'next-load' } }))).toBe('nothing-changes');
    expect(world.refusalOf(() => world.rollBack({ to: 1 }))).toBe('nothing-changes');
  });

  it('says what changed, parameters and policy too', () => {
    expect(world.promote({ 'mf-a': a[1]! }).changes).toEqual([{ name: 'mf-a', field: 'stable', from: '1.0.0', to: '1.0.1' }]);
    expect(world.canary({ 'mf-a': a[2]! }, 1_250).changes).toEqual([
      { name: 'mf-a', field: 'candidate', from: null, to: '1.0.2 at 12.5%' },
    ]);
    expect(world.execute({ kind: 'params', params: { ...PARAMS, maintenance_message: 'Soon' } }).changes).toEqual([
      { name: 'params', field: 'maintenance_message', from: null, to: '"Soon"' },
    ]);
    expect(world.execute({ kind: 'policy', policy: { openTabs: 'notice' } }).changes).toEqual([
      { name: 'policy', field: 'openTabs', from: '"next-load"', to: '"notice"' },
    ]);
  });

  it('of nothing yet is a promotion with a shell', () => {
    world = new World();
    expect(world.refusalOf(() => world.rollBack())).toBe('nothing-to-roll-back');
    expect(world.refusalOf(() => world.execute({ kind: 'epoch' }))).toBe('shell-missing');
    const remote = world.shelf.add({ name: 'mf-a', version: '1.0.0' });
    expect(world.refusalOf(() => world.promote({ 'mf-a': remote }))).toBe('shell-missing');
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
    world.canary({ 'mf-a': a[1]! }, 100);
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
    world.canary({ 'mf-a': a[1]! }, 100);
    expect(world.refusalOf(() => yank('mf-a', a[0]!))).toBe('release-live');
    expect(world.refusalOf(() => yank('mf-a', a[1]!))).toBe('release-live');
  });

  it('takes the release away as a fallback', () => {
    world.promote({ 'mf-a': a[1]! });
    world.promote({ 'mf-a': a[2]! });
    yank('mf-a', a[1]!);
    expect(world.fallback('mf-a')).toBe('1.0.0');
    yank('mf-a', a[0]!);
    expect(world.fallback('mf-a')).toBeNull();
  });

  it('of a release that is nowhere is a revision as well, once, which names it', () => {
    const changes = [{ name: 'mf-a', field: 'yanked', from: null, to: '1.0.3' }];
    expect(yank('mf-a', a[3]!)).toMatchObject({ cause: 'yank', changes });
    expect(world.refusalOf(() => yank('mf-a', a[3]!))).toBe('nothing-changes');
  });

  it('keeps the release from becoming live in any way', () => {
    world.promote({ 'mf-a': a[1]! });
    yank('mf-a', a[0]!);
    expect(world.refusalOf(() => world.promote({ 'mf-a': a[0]! }))).toBe('release-yanked');
    expect(world.refusalOf(() => world.canary({ 'mf-a': a[0]! }, 100))).toBe('release-yanked');
    expect(world.refusalOf(() => world.rollBack({ to: 1 }))).toBe('release-yanked');
    expect(world.refusalOf(() => world.rollBack())).toBe('nothing-to-roll-back');
  });
});

describe('a release whose files are not kept any more', () => {
  it('does not become live in any way, and is nothing to fall back to', () => {
    world.promote({ 'mf-a': a[1]! });
    world.collected.add(a[0]!.id);
    expect(world.refusalOf(() => world.promote({ 'mf-a': a[0]! }))).toBe('release-collected');
    expect(world.refusalOf(() => world.canary({ 'mf-a': a[0]! }, 100))).toBe('release-collected');
    expect(world.refusalOf(() => world.rollBack({ to: 1 }))).toBe('release-collected');
    expect(world.refusalOf(() => world.rollBack())).toBe('nothing-to-roll-back');
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
    expect(world.refusalOf(() => restore('mf-a', a[1]!))).toBe('nothing-changes');
    yank('mf-a', a[1]!);
    restore('mf-a', a[1]!);
    expect(world.refusalOf(() => restore('mf-a', a[1]!))).toBe('nothing-changes');
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
    expect(world.refusalOf(() => world.rollBack())).toBe('nothing-to-roll-back');
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
    world.canary({ 'mf-a': a[2]! }, 500);
    world.canary({ 'mf-a': a[2]! }, 2_500);
    expect(world.rollBack().restores).toBe(2);
    expect([world.stable['mf-a'], world.live.parts['mf-a']?.candidate]).toEqual(['1.0.1', null]);
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
    expect(world.refusalOf(() => world.rollBack({ to: 9 }))).toBe('revision-not-found');
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
    expect(world.refusalOf(() => world.rollBack({ by: 'bob' }))).toBe('just-rolled-back');
    world.execute({ kind: 'params', params: { ...PARAMS, brand: 'Other' } }, 'params-file');
    expect(world.refusalOf(() => world.rollBack({ by: 'bob' }))).toBe('just-rolled-back');
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
