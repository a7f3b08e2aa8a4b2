/** What protects the site, requirement by requirement, and the tests that prove it. */

/** One requirement of somebody else, in our own short words, and what becomes of it here. */
export interface Requirement {
  /** The number that the standard gives it (`V1.2.4`), or a name of ours. */
  id: string;
  /** What is asked, as one sentence. */
  asks: string;
  /** Level of the standard, where it has levels. */
  level?: 1 | 2;
  /** How it is met, where the tests do not say it by their names. */
  how?: string;
  /** Tests that prove it, as clauses of the specification name theirs. */
  tests?: string[];
  /** What was taken out of the code, one thing at a time, to see these tests fail. */
  seenRed?: string;
  /** Files that a reader has to look at, where no test can say it: documents, settings, sources. */
  read?: string[];
  /** Why it does not apply: there is nothing here that it is about. */
  absent?: string;
  /** What does not hold yet. */
  open?: string;
  /** What is not asked and cannot be had here, though a reader may expect it: what is asked holds all the same. */
  limit?: string;
}

export interface Chapter {
  title: string;
  requirements: Requirement[];
}

export type State = 'holds' | 'in part' | 'open' | 'does not apply';

export function stateOf({ tests, read, absent, open }: Requirement): State {
  if (absent !== undefined) return 'does not apply';
  const isMet = tests !== undefined || read !== undefined;
  if (open !== undefined) return isMet ? 'in part' : 'open';
  return 'holds';
}

/** Why a requirement says nothing, or two things that exclude each other; null if it is in order. */
export function defectOf(requirement: Requirement): string | null {
  const { id, tests = [], read = [], absent, open } = requirement;
  const isMet = tests.length + read.length > 0;
  if (absent !== undefined) return isMet || open !== undefined ? `${id} does not apply, and says more` : null;
  return isMet || open !== undefined ? null : `${id} names no test, no file, and nothing that is open`;
}

type What = Omit<Requirement, 'id' | 'asks' | 'level'>;

/** Requirements of a section: `of('V1.2')(1, 2, 'Queries are ...', { tests })` is V1.2.1 of level 2. */
export const of =
  (section: string) =>
  (number: number, level: 1 | 2, asks: string, what: What): Requirement => ({ id: `${section}.${number}`, level, asks, ...what });
