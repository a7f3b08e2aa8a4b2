/** Whether every clause is proven by tests that ran and passed. */
import { SEPARATOR, type Clause } from './clause';
import type { Result } from './results';

/** Tests as the document names them. */
export interface Proof {
  file: string;
  /** The full name of the test; of several, what they have in common, with … between. */
  name: string;
  tests: Result[];
}

const ROWS = '…';
const PROBLEMS = { skipped: 'was skipped', flaky: 'passed only at a second try', failed: 'failed' } as const;

/**
 * Looks up what a reference names: the test that it names to the end or, if there is none, the one whose name has it; with … in it, each that
 * has it.
 * @throws Error when it names no test, or several without …
 */
export function proofOf(reference: string, results: readonly Result[]): Proof {
  const [file = '', ...titles] = reference.split(SEPARATOR);
  const fragment = titles.join(SEPARATOR);
  const named = fragment === '' ? [] : results.filter((one) => one.file === file && pattern(fragment).test(one.name));
  if (named.length === 0) throw new Error(`${reference} did not run`);
  if (fragment.includes(ROWS)) return { file, name: commonName(fragment, named), tests: named };
  const whole = named.filter(({ name }) => name.endsWith(fragment));
  const [test, another] = whole.length === 1 ? whole : named;
  if (!test || another) throw new Error(`${reference} is named so by ${named.length} tests`);
  return { file, name: test.name, tests: [test] };
}

/** Everything that keeps clauses, or what else names tests, from being proven, one sentence each. */
export const problemsOf = (clauses: readonly Pick<Clause, 'id' | 'tests'>[], results: readonly Result[]): string[] =>
  clauses.flatMap(({ id, tests }) => tests.flatMap((reference) => problemsOfReference(reference, results)).map((said) => `${id}: ${said}`));

function problemsOfReference(reference: string, results: readonly Result[]): string[] {
  try {
    const { tests } = proofOf(reference, results);
    return tests.flatMap(({ file, name, status }) => (status === 'passed' ? [] : [`${file}${SEPARATOR}${name} ${PROBLEMS[status]}`]));
  } catch (error) {
    return [(error as Error).message];
  }
}

function pattern(fragment: string): RegExp {
  const parts = fragment.split(ROWS).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^(.*?)${parts.join('.*?')}(.*)$`, 's');
}

/** The fragment between what stands before it and behind it in every name. */
function commonName(reference: string, results: readonly Result[]): string {
  const fragment = reference.replaceAll(/^…|…$/g, '');
  const around = results.map(({ name }) => pattern(fragment).exec(name) ?? []);
  return common(around.map(([, before = '']) => before)) + fragment + common(around.map(([, , behind = '']) => behind));
}

/** The words that all texts begin with and those that they end with, and … between where they differ. */
function common(texts: readonly string[]): string {
  const [first = [], ...others] = texts.map((text) => text.split(' '));
  const shortest = Math.min(first.length, ...others.map(({ length }) => length));
  const isCommon = (at: number): boolean => others.every((words) => words.at(at) === first.at(at));
  let start = 0;
  while (start < shortest && isCommon(start)) start += 1;
  if (others.every(({ length }) => length === start) && first.length === start) return first.join(' ');
  let end = 0;
  while (end < shortest - start && isCommon(-1 - end)) end += 1;
  return [...first.slice(0, start), ROWS, ...first.slice(first.length - end)].join(' ');
}
