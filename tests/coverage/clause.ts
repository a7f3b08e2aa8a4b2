/** What the product specification says, clause by clause, and the tests that prove it. */

export interface Clause {
  /** Unique, for people to talk about: `draft.empty-lists`. */
  id: string;
  /** One plain sentence; texts of the product are quoted to the letter. */
  says: string;
  /** What the specification says of it, to the letter. Each quote stands once in `product-spec.md`, within one line. */
  quotes: string[];
  /** The file of a test and (part of) its full name, joined by {@link SEPARATOR}. Each names one test; with … in it, each row of a table. */
  tests: string[];
}

export interface Part {
  /** Number of the section of the specification. */
  section: keyof typeof SECTIONS;
  title: string;
  clauses: Clause[];
}

export const SECTIONS = {
  1: 'What the product does and for whom',
  2: 'Screens and routes',
  3: 'Entities and their fields',
  4: 'States and transitions',
  5: 'Validation rules',
  6: 'Roles and permissions',
  7: 'The calls it makes',
  8: 'Error catalogue',
  9: 'Business constants and limits',
} as const;

/** Stands between the titles of groups and tests, here and in the results. */
export const SEPARATOR = ' › ';

/** References to tests of one file. */
export const testsOf =
  (file: string) =>
  (...names: string[]): string[] =>
    names.map((name) => file + SEPARATOR + name);
