import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { makingWay } from './make-way';

/** Who comes first when somebody else's work is due half as long after the piece of work as that took. */
async function order(share?: () => number): Promise<string[]> {
  const came: string[] = [];
  let visitor: Promise<unknown> = Promise.resolve();
  const work = async () => {
    const until = performance.now() + 40;
    while (performance.now() < until);
    visitor = delay(20).then(() => came.push('visitor'));
  };
  await Promise.all([makingWay(work, share && (() => share)).then(() => came.push('publication')), visitor]);
  await visitor;
  return came;
}

describe('a piece of a publication', () => {
  it('is followed by a rest while the event loop is busy', async () => expect(await order()).toEqual(['visitor', 'publication']));

  it('is followed by the next where it is not', async () => expect(await order(() => 0.2)).toEqual(['publication', 'visitor']));

  it('that is small rests together with others: a thousand of them wait for no thousand timers', async () => {
    let rests = 0;
    const rest = async () => (rests += 1);
    for (let pieces = 0; pieces < 1000; pieces += 1)
      await makingWay(
        () => Promise.resolve(),
        () => () => 1,
        rest,
      );
    expect(rests).toBeLessThan(500);
  });

  it('that fails ends at once', async () => {
    const failure = new Error('The store is away');
    await expect(
      makingWay(
        () => Promise.reject(failure),
        () => () => 1,
      ),
    ).rejects.toBe(failure);
  });
});
