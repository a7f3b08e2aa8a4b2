/** Runs phases, two at a time where they allow it, and says of each how it went and how long it took. */
import { judge } from './outcome.mjs';
import { createPostgres } from './postgres.mjs';

async function runPhase(phase, context) {
  const startedAt = performance.now();
  let outcome;
  try {
    outcome = await phase.run(context);
  } catch (error) {
    outcome = { passed: 0, failed: 1, output: error.message };
  }
  const judged = judge(outcome, Boolean(process.env.CI));
  if (!context.signal.aborted) print(phase.name, judged, performance.now() - startedAt);
  return judged;
}

function print(name, { passed, failed, idle = '', output }, elapsedMs) {
  const state = failed > 0 ? 'FAILED' : idle ? '-' : 'ok';
  const note = passed + failed > 1 ? `${passed} of ${passed + failed}` : idle;
  console.log(`${name.padEnd(10)}${state.padEnd(9)}${`${(elapsedMs / 1000).toFixed(1)} s`.padStart(8)}  ${note}`.trimEnd());
  if (failed > 0) console.log(`\n${output.trim()}\n`);
}

/**
 * @param {import('./phases.mjs').Phase[]} phases
 * @param {{ signal: AbortSignal, changes?: import('./changes.mjs').Changes }} options
 * @returns {Promise<import('./outcome.mjs').Outcome[]>}
 */
export async function runPhases(phases, { signal, changes }) {
  const startedAt = performance.now();
  const postgres = createPostgres({ signal });
  const context = { signal, changes, postgres };
  const outcomes = [];
  const takeFrom = async (waiting) => {
    while (waiting.length > 0 && !signal.aborted) outcomes.push(await runPhase(waiting.shift(), context));
  };
  try {
    const together = phases.filter(({ alone }) => !alone);
    await Promise.all([takeFrom(together), takeFrom(together)]);
    await takeFrom(phases.filter(({ alone }) => alone));
  } finally {
    await postgres.stop();
  }
  if (!signal.aborted) console.log(`${'all'.padEnd(19)}${`${((performance.now() - startedAt) / 1000).toFixed(1)} s`.padStart(8)}`);
  return outcomes;
}
