/** Solves the bot check's challenge (ALTCHA, version 2): the first counter whose derived key begins as announced. */
import type { BotChallenge } from '@site/contracts/api/bot-check';

/** Keys that are derived side by side; between two batches the page stays responsive. */
const BATCH = 64;

const bytesOf = (hex: string) =>
  Uint8Array.from({ length: hex.length / 2 }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16));
const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @returns The form's token: the challenge together with its solution. */
export async function solve(challenge: BotChallenge): Promise<string> {
  const wanted = challenge.parameters.keyPrefix.toLowerCase();
  for (let start = 0; ; start += BATCH) {
    const counters = Array.from({ length: BATCH }, (_, offset) => start + offset);
    const keys = await Promise.all(counters.map((counter) => derive(challenge, counter)));
    const index = keys.findIndex((key) => key.startsWith(wanted));
    if (index >= 0) return btoa(JSON.stringify({ challenge, solution: { counter: start + index, derivedKey: keys[index] } }));
  }
}

/** Salt, nonce and the counter (4 bytes, big-endian), hashed `cost` times and cut to the key's length. */
async function derive({ parameters }: BotChallenge, counter: number): Promise<string> {
  const fixed = bytesOf(parameters.salt + parameters.nonce);
  const message = new Uint8Array(fixed.length + 4);
  message.set(fixed);
  new DataView(message.buffer).setUint32(fixed.length, counter);
  let key = new Uint8Array(await crypto.subtle.digest(parameters.algorithm, message));
  for (let round = 1; round < parameters.cost; round += 1) key = new Uint8Array(await crypto.subtle.digest(parameters.algorithm, key));
  return hexOf(key.subarray(0, parameters.keyLength));
}
