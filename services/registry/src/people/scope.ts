import type { Role, Verb } from '../tables';

/** Covers every part, or every environment. */
export const EVERYTHING = '*';

/** Each of the verbs, with each of the parts, in each of the environments. */
export interface Scope {
  verbs: readonly Verb[];
  /** `*` for all. */
  parts: readonly string[];
  /** `*` for all. */
  environments: readonly string[];
  /** Null for good. */
  expiresAt: Date | null;
}

/** What a role allows. */
export const VERB_OF: Record<Role, Verb> = {
  publisher: 'publish',
  releaser: 'promote',
  approver: 'approve',
  admin: 'admin',
  viewer: 'view',
};

/** The first name that is not covered. */
export const firstOutside = (covered: readonly string[], names: readonly string[]): string | undefined =>
  covered.includes(EVERYTHING) ? undefined : names.find((name) => !covered.includes(name));

/** Without repetitions, and {@link EVERYTHING} alone where it is named. */
export const withoutNeedless = (names: readonly string[]): string[] => (names.includes(EVERYTHING) ? [EVERYTHING] : [...new Set(names)]);
