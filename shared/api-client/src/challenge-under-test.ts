/** Test-only: challenges of the bot check with a known answer. */
import { createHash, randomBytes } from 'node:crypto';
import type { BotChallenge } from '@site/contracts/api/bot-check';

/** The hash as the server computes it. */
export function derivedKey(salt: string, nonce: string, counter: number, cost: number): string {
  const password = Buffer.alloc(20);
  password.set(Buffer.from(nonce, 'hex'));
  password.writeUInt32BE(counter, 16);
  let key = createHash('sha256')
    .update(Buffer.concat([Buffer.from(salt, 'hex'), password]))
    .digest();
  for (let round = 1; round < cost; round += 1) key = createHash('sha256').update(key).digest();
  return key.toString('hex');
}

export function challengeWith(counter: number, cost: number): BotChallenge {
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
