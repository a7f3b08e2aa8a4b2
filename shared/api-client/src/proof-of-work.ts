/** Solves the bot check's challenge (ALTCHA, version 2): finds the counter whose hash has the announced beginning. */
import type { BotChallenge } from '@site/contracts/api/bot-check';

/** Hashes that are computed side by side. */
const BATCH = 128;
/** After so long the browser gets a turn for what the person does meanwhile; the hashes alone would not let it. */
const TURN_MS = 30;
const COUNTER_BYTES = 4;

const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const pause = () => new Promise((resolve) => setTimeout(resolve));
const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @returns The token for the form: the challenge with its solution, as the server reads it. */
export async function solveChallenge(challenge: BotChallenge): Promise<string> {
  const prefix = challenge.parameters.keyPrefix.toLowerCase();
  let turnEnds = performance.now() + TURN_MS;
  for (let first = 0; ; first += BATCH) {
    if (performance.now() > turnEnds) {
      await pause();
      turnEnds = performance.now() + TURN_MS;
    }
    const keys = await Promise.all(Array.from({ length: BATCH }, (_, offset) => deriveKey(challenge, first + offset)));
    const found = keys.findIndex((key) => key.startsWith(prefix));
    const derivedKey = keys[found];
    if (derivedKey !== undefined) return btoa(JSON.stringify({ challenge, solution: { counter: first + found, derivedKey } }));
  }
}

/** SHA-256 of salt, nonce and counter, repeated `cost` times, cut to `keyLength` bytes; as hexadecimal digits. */
async function deriveKey({ parameters: { algorithm, cost, keyLength, nonce, salt } }: BotChallenge, counter: number): Promise<string> {
  const head = fromHex(salt + nonce);
  const input = new Uint8Array(head.length + COUNTER_BYTES);
  input.set(head);
  new DataView(input.buffer).setUint32(head.length, counter);
  let key = new Uint8Array(await crypto.subtle.digest(algorithm, input));
  for (let round = 1; round < cost; round += 1) key = new Uint8Array(await crypto.subtle.digest(algorithm, key));
  return toHex(key.subarray(0, keyLength));
}
