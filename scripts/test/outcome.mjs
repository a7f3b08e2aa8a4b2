/** How a phase went. */

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {{ name: string, why: string }[]} [failures] Of those that failed, each that has a name.
 * @property {string[]} [skipped] Names of tests that did not run.
 * @property {string} [idle] Why there was nothing to do.
 * @property {string} output Shown when something failed.
 */

/** @returns {Outcome} */
export const nothingToDo = () => ({ passed: 0, failed: 0, idle: 'nothing that it looks at has changed', output: '' });

/** As much of a reason as a person reads first. */
const LINES_OF_REASON = 20;
const firstLines = (text) => text.trim().split('\n').slice(0, LINES_OF_REASON);

/** @param {Outcome[]} outcomes */
export const sumOf = (outcomes) => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
  failures: outcomes.flatMap(({ failures = [] }) => failures),
  skipped: outcomes.flatMap(({ skipped = [] }) => skipped),
  output: '',
});

/** The last lines of a run, for whoever sees no others: what failed and why, every skipped test by name, and the counts. */
export function summary({ passed, failed, failures = [], skipped }) {
  const reasons = failures.flatMap(({ name, why }) => [`Failed: ${name}`, ...firstLines(why).map((line) => `  ${line}`), '']);
  const names = skipped.length > 0 ? ['Skipped:', ...skipped.map((name) => `  ${name}`), ''] : [];
  return ['', ...reasons, ...names, `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`].join(
    '\n',
  );
}

/**
 * Where CI is set nothing may be left out: whatever was skipped there counts as failed.
 * @param {Outcome} outcome
 * @returns {Outcome}
 */
export function judge(outcome, isCi) {
  const { skipped = [] } = outcome;
  if (!isCi || skipped.length === 0) return outcome;
  const reason = ['Nothing may be skipped in CI:', ...skipped.map((name) => `  ${name}`)].join('\n');
  const failures = [...(outcome.failures ?? []), ...skipped.map((name) => ({ name, why: 'Nothing may be skipped in CI.' }))];
  return { ...outcome, failed: outcome.failed + skipped.length, failures, skipped: [], output: `${outcome.output}\n${reason}` };
}
