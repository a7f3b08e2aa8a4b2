/**
 * `npm test`: everything that must hold before a change is merged, from a fresh clone on.
 * `npm test -- --only lint,unit` runs some of the phases.
 */
import { parseArgs } from 'node:util';
import { installIfNeeded } from './install.mjs';
import { phases } from './test/phases.mjs';
import { runPhases } from './test/run-phases.mjs';

function choosePhases() {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  if (!values.only) return phases;
  const names = values.only.split(',');
  const unknown = names.filter((name) => !phases.some((phase) => phase.name === name));
  if (unknown.length > 0)
    throw new Error(`There is no phase ${unknown.join(', ')}. There are: ${phases.map(({ name }) => name).join(', ')}.`);
  return phases.filter(({ name }) => names.includes(name));
}

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopped.abort());

try {
  const chosen = choosePhases();
  await installIfNeeded({ signal: stopped.signal });
  const { passed, failed, skipped } = await runPhases(chosen, stopped.signal);
  if (stopped.signal.aborted) {
    process.exitCode = 130;
  } else {
    console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
    process.exitCode = failed > 0 ? 1 : 0;
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
