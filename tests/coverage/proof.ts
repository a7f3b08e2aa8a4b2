/** Whether every clause is proven by tests that exist. */
import type { Clause } from './clause';
import { SEPARATOR, type Declaration } from './test-names';

/** A test as the document names it. */
export interface Proof {
  file: string;
  name: string;
}

/**
 * Looks up what a reference names.
 * @returns The test by its name, or those rows of its table that the reference names: the row that it names to the end, if there is one.
 * @throws Error when it names no test, or several.
 */
export function proofsOf(reference: string, declarations: readonly Declaration[]): Proof[] {
  const [file = '', ...titles] = reference.split(SEPARATOR);
  const fragment = titles.join(SEPARATOR);
  const found = declarations.filter((one) => one.file === file && [one.name, ...one.names].some((name) => name.includes(fragment)));
  if (fragment === '' || found.length === 0) throw new Error(`No test is named so: ${reference}`);
  const [declaration, another] = found;
  if (!declaration || another) throw new Error(`${found.length} tests are named so: ${reference}`);
  if (declaration.name.includes(fragment)) return [{ file, name: declaration.name }];
  const rows = declaration.names.filter((name) => name.includes(fragment));
  const whole = rows.filter((name) => name.endsWith(fragment));
  return (whole.length > 0 ? whole : rows).map((name) => ({ file, name }));
}

/** Everything that keeps the clauses from being proven, one sentence each. */
export function problemsOf(clauses: readonly Clause[], declarations: readonly Declaration[]): string[] {
  const ids = clauses.map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `There are two clauses named ${id}`);
  return [...twice, ...clauses.flatMap((clause) => problemsOfClause(clause, declarations))];
}

function problemsOfClause({ id, tests }: Clause, declarations: readonly Declaration[]): string[] {
  if (tests.length === 0) return [`${id}: no test proves it`];
  return tests.flatMap((reference) => {
    try {
      proofsOf(reference, declarations);
      return [];
    } catch (error) {
      return [`${id}: ${(error as Error).message}`];
    }
  });
}
