/** Runs phases, two at a time, and says of each how it went and how long it took. */
import { rmSync } from 'node:fs';
import { judge } from './outcome.mjs';
import { createPostgres } from './postgres.mjs';
import { RESULTS } from './runners.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

/** As many phases at a time, where they do not name each other: of the checks of files each uses one core. */
const LANES = 2;

async function runPhase(phase, context) {
  const startedAt = performance.now();
  let outcome;
  try {
    outcome = await phase.run(context);
  } catch (error) {
    outcome = { passed: 0, failed: 1, output: error.message };
  }
  const judged = named(phase.name, judge(outcome, Boolean(process.env.CI)));
  if (!context.signal.aborted) print(phase.name, judged, performance.now() - startedAt);
  return judged;
}

/** What failed without a name has that of its phase; runners say at the end what was wrong. */
function named(name, { failures = [], ...outcome }) {
  const isNamed = outcome.failed === 0 || failures.length > 0;
  return { ...outcome, failures: isNamed ? failures : [{ name, why: outcome.output.trim().split('\n').slice(-20).join('\n') }] };
}

function print(name, { passed, failed, idle = '', output }, elapsedMs) {
  const state = failed > 0 ? 'FAILED' : idle ? '-' : 'ok';
  const note = passed + failed > 1 ? `${passed} of ${passed + failed}` : idle;
  console.log(`${name.padEnd(10)}${state.padEnd(9)}${`${(elapsedMs / 1000).toFixed(1)} s`.padStart(8)}  ${note}`.trimEnd());
  if (failed > 0) console.log(`\n${output.trim()}\n`);
}

/** In their order, but for those that have to wait for others. */
async function runInLanes(phases, signal, runOne) {
  const waiting = [...phases];
  const running = new Map();
  const isReady = ({ after = [] }) => !after.some((name) => running.has(name) || waiting.some((phase) => phase.name === name));
  for (;;) {
    const next = signal.aborted || running.size === LANES ? undefined : waiting.find(isReady);
    if (next) {
      waiting.splice(waiting.indexOf(next), 1);
      running.set(
        next.name,
        runOne(next).finally(() => running.delete(next.name)),
      );
    } else if (running.size > 0) await Promise.race(running.values());
    else return;
  }
}

/**
 * Where `coverage` is not the only phase, it is told what the others of this run prove: what an earlier run left is forgotten.
 * @param {import('./phases.mjs').Phase[]} phases
 * @param {{ signal: AbortSignal, changes?: import('./changes.mjs').Changes, withoutRegistry?: boolean, results?: string }} options `results`: folder
 *   of the results.
 * @returns {Promise<import('./outcome.mjs').Outcome[]>}
 */
export async function runPhases(phases, { signal, changes, withoutRegistry, results = RESULTS }) {
  const startedAt = performance.now();
  if (phases.length > 1 && phases.some(({ name }) => name === 'coverage')) rmSync(results, { recursive: true, force: true });
  const postgres = createPostgres({ signal, folder: temporaryFolder() });
  const context = { signal, changes, withoutRegistry, postgres };
  const outcomes = [];
  try {
    await runInLanes(phases, signal, async (phase) => outcomes.push(await runPhase(phase, context)));
  } finally {
    await postgres.stop();
  }
  if (!signal.aborted) console.log(`${'all'.padEnd(19)}${`${((performance.now() - startedAt) / 1000).toFixed(1)} s`.padStart(8)}`);
  return outcomes;
}
