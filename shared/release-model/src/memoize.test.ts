import { expect, it } from '@jest/globals';
import { memoize } from './memoize';

it('works out once what follows from an object, whatever it is', () => {
  const asked: object[] = [];
  const first = memoize((list: readonly unknown[]) => {
    asked.push(list);
    return list[0];
  });
  const [one, other] = [[1], [undefined]];
  expect([first(one), first(other), first(one), first(other)]).toEqual([1, undefined, 1, undefined]);
  expect(asked).toEqual([one, other]);
});

it('remembers nothing of a failure', () => {
  let asked = 0;
  const failing = memoize(() => {
    asked += 1;
    throw new Error('not yet');
  });
  const key = {};
  expect(() => failing(key)).toThrow('not yet');
  expect(() => failing(key)).toThrow('not yet');
  expect(asked).toBe(2);
});
