/** Runs phases, two at a time where they allow it, and says of each how it went. */

const LANES = 2;

async function runPhase(phase, signal) {
  const startedAt = performance.now();
  let outcome;
  try {
    outcome = await phase.run(signal);
  } catch (error) {
    outcome = { passed: 0, failed: 1, output: error.message };
  }
  if (!signal.aborted) print(phase.name, outcome, performance.now() - startedAt);
  return outcome;
}

function print(name, { passed, failed, skipped = 0, output }, elapsedMs) {
  const state = failed > 0 ? 'FAILED' : passed === 0 && skipped > 0 ? 'skipped' : 'ok';
  const tests = passed + failed > 1 ? `${passed} of ${passed + failed}` : '';
  console.log(`${name.padEnd(10)}${state.padEnd(9)}${`${(elapsedMs / 1000).toFixed(1)} s`.padStart(8)}  ${tests}`.trimEnd());
  if (state !== 'ok') console.log(`\n${output.trim()}\n`);
}

async function inLanes(queue, lanes, signal) {
  const waiting = [...queue];
  const outcomes = [];
  const lane = async () => {
    for (let phase = waiting.shift(); phase && !signal.aborted; phase = waiting.shift()) outcomes.push(await runPhase(phase, signal));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return outcomes;
}

/**
 * @param {import('./phases.mjs').Phase[]} phases
 * @param {AbortSignal} signal
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>}
 */
export async function runPhases(phases, signal) {
  const together = await inLanes(
    phases.filter(({ alone }) => !alone),
    LANES,
    signal,
  );
  const alone = await inLanes(
    phases.filter((phase) => phase.alone),
    1,
    signal,
  );
  return [...together, ...alone].reduce(
    (sum, { passed, failed, skipped = 0 }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}
