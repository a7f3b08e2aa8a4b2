/** Chance that can be repeated: the same seed gives the same choices. */

export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below `end`. */
  below(end: number): number;
  pick<T>(from: readonly T[]): T;
  /** True with a probability. */
  chance(probability: number): boolean;
  /** Chance of its own, so that what one does has no influence on the choices of another. */
  of(name: string): Random;
}

export function createRandom(seed: string): Random {
  let state = hash(seed);
  // Mulberry32.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    pick: (from) => {
      if (from.length === 0) throw new Error('There is nothing to pick from.');
      return from[below(from.length)] as (typeof from)[number];
    },
    chance: (probability) => next() < probability,
    of: (name) => createRandom(`${seed}/${name}`),
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value;
}
