import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ReleaseRef } from './release-id';
import { liveWorld, World } from './testing';

let world: World;
let a: ReleaseRef[];
let b: ReleaseRef[];
beforeEach(() => {
  ({ world, a, b } = liveWorld());
});

const yank = (name: string, release: ReleaseRef) => world.execute({ kind: 'yank', release: { name, ...release } });
const told = () => world.sentenceOf(() => world.rollBack());

describe('a rollback that a yank alone holds back', () => {
  it('is refused with the release and how it is restored, and returns there once that is done', () => {
    world.promote({ 'mf-a': a[1]! });
    yank('mf-a', a[0]!);
    expect(told()).toBe(
      'No earlier revision can be returned to: mf-a@1.0.0 of revision 1 was yanked. Restore it: npx release restore mf-a@1.0.0',
    );
    world.execute({ kind: 'restore', release: { name: 'mf-a', ...a[0]! } });
    expect(world.rollBack().restores).toBe(1);
  });

  it('is refused with all of them where they were yanked of one revision', () => {
    world.promote({ 'mf-a': a[1]!, 'mf-b': b[1]! });
    yank('mf-b', b[0]!);
    yank('mf-a', a[0]!);
    expect(told()).toBe(
      'No earlier revision can be returned to: mf-a@1.0.0, mf-b@1.0.0 of revision 1 were yanked. ' +
        'Restore them: npx release restore mf-a@1.0.0 && npx release restore mf-b@1.0.0',
    );
  });

  it('is not one to a revision that nothing would bring back, such as one without its files', () => {
    world.promote({ 'mf-a': a[1]! });
    yank('mf-a', a[0]!);
    world.collected.add(a[0]!.id);
    expect(told()).not.toContain('restore');
  });
});

describe('a rollback with nothing to return to', () => {
  it('is refused with what can be done in its place', () => {
    expect(told()).toBe(
      'There is no earlier revision to return to. ' +
        'Promote another version, or switch a part off: npx release disable PART --message TEXT',
    );
  });

  it('names no way to switch a part off where nothing is live', () => {
    world = new World();
    expect(told()).toBe('There is no earlier revision to return to.');
  });
});
