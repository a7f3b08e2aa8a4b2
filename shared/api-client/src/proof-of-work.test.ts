import { describe, expect, it } from '@jest/globals';
import { challengeWith, derivedKey } from './challenge-under-test';
import { solveChallenge } from './proof-of-work';

describe('the bot check', () => {
  it.each([
    [0, 1],
    [127, 1],
    [128, 1],
    [1000, 1],
    [5, 3],
  ])('is solved by counter %i of a challenge with %i rounds', async (counter, cost) => {
    const challenge = challengeWith(counter, cost);
    const token = JSON.parse(atob(await solveChallenge(challenge))) as unknown;
    const { salt, nonce } = challenge.parameters;
    expect(token).toEqual({ challenge, solution: { counter, derivedKey: derivedKey(salt, nonce, counter, cost) } });
  });
});
