import { webcrypto } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { BotChallenge } from '@site/contracts/api/bot-check';
import { solve } from './proof-of-work';

// jsdom has no subtle crypto.
Object.defineProperty(globalThis, 'crypto', { value: webcrypto });

const SALT = '00112233445566778899aabbccddeeff';
const NONCE = 'ffeeddccbbaa99887766554433221100';

const challenge = (keyPrefix: string, cost = 1): BotChallenge => ({
  parameters: {
    algorithm: 'SHA-256',
    cost,
    data: { action: 'signup' },
    expiresAt: 4_000_000_000,
    keyLength: 32,
    keyPrefix,
    keySignature: 'ab',
    nonce: NONCE,
    salt: SALT,
  },
  signature: 'cd',
});

async function keyOf(counter: number, cost: number): Promise<string> {
  const input = Buffer.alloc(36);
  Buffer.from(SALT + NONCE, 'hex').copy(input);
  input.writeUInt32BE(counter, 32);
  let key = Buffer.from(await webcrypto.subtle.digest('SHA-256', input));
  for (let round = 1; round < cost; round += 1) key = Buffer.from(await webcrypto.subtle.digest('SHA-256', key));
  return key.toString('hex');
}

it.each([1, 3])('the token carries the challenge and the first counter whose key begins as announced, at cost %i', async (cost) => {
  const token = JSON.parse(atob(await solve(challenge('3A', cost)))) as {
    challenge: BotChallenge;
    solution: { counter: number; derivedKey: string };
  };
  expect(token.challenge).toEqual(challenge('3A', cost));
  const { counter, derivedKey } = token.solution;
  expect(derivedKey).toBe(await keyOf(counter, cost));
  expect(derivedKey.startsWith('3a')).toBe(true);
  for (let earlier = 0; earlier < counter; earlier += 1) expect((await keyOf(earlier, cost)).startsWith('3a')).toBe(false);
});
