import { createHash, randomBytes, webcrypto } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BotChallenge } from '@site/contracts/api/bot-check';
import { solveChallenge } from './proof-of-work';

beforeAll(() => {
  Object.defineProperty(globalThis.crypto, 'subtle', { value: webcrypto.subtle, configurable: true });
});

/** The hash as the server computes it. */
function derivedKey(salt: string, nonce: string, counter: number, cost: number): string {
  const password = Buffer.alloc(20);
  password.set(Buffer.from(nonce, 'hex'));
  password.writeUInt32BE(counter, 16);
  let key = createHash('sha256')
    .update(Buffer.concat([Buffer.from(salt, 'hex'), password]))
    .digest();
  for (let round = 1; round < cost; round += 1) key = createHash('sha256').update(key).digest();
  return key.toString('hex');
}

function challengeWith(counter: number, cost: number): BotChallenge {
  const [salt, nonce] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
  const keyPrefix = derivedKey(salt, nonce, counter, cost).slice(0, 32);
  return {
    parameters: {
      algorithm: 'SHA-256',
      cost,
      data: { action: 'contact' },
      expiresAt: 2_000_000_000,
      keyLength: 32,
      keyPrefix,
      keySignature: '00',
      nonce,
      salt,
    },
    signature: '00',
  };
}

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
