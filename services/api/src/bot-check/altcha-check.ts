/** ALTCHA: a proof of work that we hand out and check ourselves. The challenge is signed, so nothing is stored until it is spent. */
import { createHash, createHmac, randomInt } from 'node:crypto';
import { botTokenPayloadSchema, type BotChallenge } from '@site/contracts/api/bot-check';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import type { BotCheck } from './bot-check';

export interface AltchaOptions {
  /** Secret that signs challenges; the same on every replica. */
  secret: string;
  /** Secrets whose challenges hold beside its own, while it is being replaced. */
  accepted?: readonly string[];
  /** Hashes that a browser computes at most; half of them on average. */
  maxWork: number;
  /** How long a challenge may be solved and its token used, in seconds. */
  lifeSeconds: number;
}

export function createAltchaCheck({ secret, accepted = [], maxWork, lifeSeconds }: AltchaOptions): BotCheck {
  const present = keysOf(secret);
  const all = [present, ...accepted.map(keysOf)];

  return {
    createChallenge: async (action) =>
      (await createChallenge({
        algorithm: 'SHA-256',
        cost: 1,
        counter: randomInt(maxWork),
        data: { action },
        deriveKey,
        expiresAt: Math.floor(Date.now() / 1000) + lifeSeconds,
        ...present,
      })) as BotChallenge,

    check: async (token, action) => {
      const payload = decode(token);
      if (!payload || payload.challenge.parameters.data.action !== action) return null;
      const { challenge, solution } = payload;
      const isSolved = async (keys: Keys) => {
        const answer = { counter: solution.counter, derivedKey: solution.derivedKey };
        // The library throws on hexadecimal of odd lengths; such a token is as wrong as any other.
        return (await verifySolution({ challenge, solution: answer, deriveKey, ...keys }).catch(() => null))?.verified === true;
      };
      if (!(await Promise.all(all.map(isSolved))).includes(true)) return null;
      // The nonce names the challenge; the token around it could be written in many ways.
      const { nonce, salt, expiresAt } = challenge.parameters;
      const hash = createHash('sha256').update(`altcha ${nonce} ${salt}`).digest('hex');
      return { hash, expiresAt: new Date(expiresAt * 1000) };
    },
  };
}

type Keys = ReturnType<typeof keysOf>;

function keysOf(secret: string) {
  const keyFor = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex');
  return { hmacSignatureSecret: keyFor('challenge'), hmacKeySignatureSecret: keyFor('derived key') };
}

function decode(token: string) {
  try {
    return botTokenPayloadSchema.safeParse(JSON.parse(Buffer.from(token, 'base64').toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}
