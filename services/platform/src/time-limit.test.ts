import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { collectGarbage } from './testing/collect-garbage';
import { timeLimit } from './time-limit';

it('ends after its time, whatever is collected as garbage meanwhile', async () => {
  const ended = once(timeLimit(200, new AbortController().signal), 'abort');
  await delay(20);
  collectGarbage();
  expect(await Promise.race([ended.then(() => 'ended'), delay(2_000, 'goes on')])).toBe('ended');
});

it('ends with another signal, for its reason, and before its time says that it took too long', async () => {
  const other = new AbortController();
  const signal = timeLimit(60_000, other.signal);
  expect(signal.aborted).toBe(false);
  other.abort('enough');
  expect([signal.aborted, signal.reason]).toEqual([true, 'enough']);
  const late = timeLimit(1);
  await once(late, 'abort');
  expect(late.reason).toMatchObject({ name: 'TimeoutError' });
});
