import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@site/platform/logging';
import { Followed } from './followed';
import type { RegistryAddress } from './registry-address';

/** Answers one request each, in the order in which they came. */
let answers: (() => void)[];
let asked: jest.SpiedFunction<typeof fetch>;
beforeEach(() => {
  answers = [];
  const answer = () => new Promise<Response>((resolve) => answers.push(() => resolve(Response.json({}))));
  asked = jest.spyOn(globalThis, 'fetch').mockImplementation(answer);
});
afterEach(() => void jest.restoreAllMocks());

const followed = (onEnvelope: () => Promise<boolean>) =>
  new Followed(
    {
      registry: { address: () => 'http://127.0.0.1:9/target' } as unknown as RegistryAddress,
      ...{ path: 'target', needsToken: false, logger: silentLogger(), onEnvelope },
    },
    new AbortController().signal,
  );
/** Ends when all has happened that waits for nothing else. */
const settled = () => new Promise(setImmediate);

it('what is announced during a request is asked for after it, each time', async () => {
  const document = followed(async () => true);
  const all = [document.ask()];
  for (const requests of [1, 2, 3]) {
    await settled();
    expect(asked).toHaveBeenCalledTimes(requests);
    if (requests < 3) all.push(document.ask(), document.ask());
    answers.shift()?.();
  }
  await Promise.all(all);
  expect(asked).toHaveBeenCalledTimes(3);
});

it('what is announced at any moment after an answer is asked for', async () => {
  const counts: number[] = [];
  for (let turns = 0; turns < 20; turns += 1) {
    let isFirst = true;
    const document = followed(async () => {
      if (isFirst) void announce();
      isFirst = false;
      return true;
    });
    const announce = async () => {
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      void document.ask();
    };
    asked.mockClear();
    void document.ask();
    for (let request = 0; request < 2; request += 1) {
      await settled();
      answers.shift()?.();
    }
    await settled();
    counts.push(asked.mock.calls.length);
  }
  expect(counts).toEqual(counts.map(() => 2));
});
