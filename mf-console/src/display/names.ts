/** Names of parts and environments, as tokens, grants and webhooks have them. */

/** Stands for all of them, also those to come. */
export const EVERY = '*';

export const covers = (names: readonly string[], name: string): boolean => names.includes(EVERY) || names.includes(name);

/** In a line, in which all of them are called so. */
export const namesText = (names: readonly string[], every = 'all'): string => (names.includes(EVERY) ? every : names.join(', '));
