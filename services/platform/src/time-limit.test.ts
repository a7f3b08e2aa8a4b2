import { getEventListeners, getMaxListeners, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { collectGarbage } from './testing/collect-garbage';
import { withFirstOf, withTimeLimit } from './time-limit';

/** Work that goes on until its signal is aborted. @returns Why it was. */
const untilAborted = async (signal: AbortSignal): Promise<unknown> => {
  if (!signal.aborted) await once(signal, 'abort');
  return signal.reason;
};
const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

it('ends after its time, whatever is collected as garbage meanwhile', async () => {
  const ended = withTimeLimit(200, [new AbortController().signal], untilAborted);
  await delay(20);
  collectGarbage();
  expect(await Promise.race([ended, delay(2_000, 'goes on')])).toMatchObject({ name: 'TimeoutError' });
});

it('ends with another signal, for its reason, and before its time says that it took too long', async () => {
  const other = new AbortController();
  const ended = withTimeLimit(60_000, [other.signal], untilAborted);
  other.abort('enough');
  expect(await ended).toBe('enough');
  expect(await withTimeLimit(60_000, [other.signal], untilAborted)).toBe('enough');
  expect(await withTimeLimit(1, [], untilAborted)).toMatchObject({ name: 'TimeoutError' });
});

describe('a signal that lives on', () => {
  it.each([
    ['is done', (finish: () => void) => finish()],
    ['fails', (_: () => void, fail: () => void) => fail()],
    ['is ended by another signal', (_finish: () => void, _fail: () => void, abort: () => void) => abort()],
  ])('is listened to by work that goes on, and by none that %s', async (_how, end) => {
    const [lasting, other] = [new AbortController().signal, new AbortController()];
    const clear = jest.spyOn(globalThis, 'clearTimeout');
    const ends: [() => void, () => void][] = [];
    const work = (signal: AbortSignal) =>
      Promise.race([
        untilAborted(signal),
        new Promise((resolve, reject) => ends.push([() => resolve(1), () => reject(new Error('broken'))])),
      ]);
    const going = Array.from({ length: 20 }, () => withTimeLimit(60_000, [other.signal, lasting], work));
    expect(listeners(lasting)).toBe(20);
    for (const [finish, fail] of ends) end(finish, fail, () => other.abort());
    await Promise.allSettled(going);
    expect([listeners(lasting), listeners(other.signal)]).toEqual([0, 0]);
    expect(clear).toHaveBeenCalledTimes(20);
    clear.mockRestore();
  });

  it('ends all that waits for it, and Node warns of no number of them', async () => {
    const lasting = new AbortController();
    const going = Array.from({ length: 20 }, () => withFirstOf([lasting.signal], untilAborted));
    lasting.abort('over');
    expect(new Set(await Promise.all(going))).toEqual(new Set(['over']));
    expect(getMaxListeners(lasting.signal)).toBe(Infinity);
  });
});
