import type { Requirement } from '../requirement';

/** A fault or an attack, by a name of ours. */
export const row = (id: string, asks: string, what: Omit<Requirement, 'id' | 'asks'>): Requirement => ({ id, asks, ...what });
