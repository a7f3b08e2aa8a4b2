import { expect, it } from '@jest/globals';
import { LateError } from '@site/platform/in-time';
import { inParallel } from './in-parallel';

/** @returns Work that is done when told, and how to tell it. */
function held() {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (item: string): Promise<void> => {
    begun.push(item);
    return new Promise((resolve, reject) => ends.set(item, (error) => (error ? reject(error) : resolve())));
  };
  return { begun, work, end: (item: string, error?: Error) => ends.get(item)?.(error) };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('takes no further item once one has failed, and fails only when what is under way is done', async () => {
  const { begun, work, end } = held();
  let failed = false;
  const all = inParallel(['a', 'b', 'c'], 2, work);
  all.catch(() => (failed = true));
  end('a', new Error('a broke'));
  await turn();
  expect([begun, failed]).toEqual([['a', 'b'], false]);
  end('b');
  await expect(all).rejects.toThrow('a broke');
  expect(begun).toEqual(['a', 'b']);
});

it('tells of what may still happen before it tells of another failure', async () => {
  const { work, end } = held();
  const all = inParallel(['a', 'b'], 2, work);
  end('a', new Error('refused'));
  end('b', new Error('no answer', { cause: new LateError('late') }));
  await expect(all).rejects.toThrow('no answer');
});
