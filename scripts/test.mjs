/** `npm test`: everything that must hold before a change is merged, from a fresh clone on. */
import { parseArgs } from 'node:util';
import { installIfNeeded } from './install.mjs';
import { stopOnSignals } from './stop-signals.mjs';
import { changesSince } from './test/changes.mjs';
import { phases } from './test/phases.mjs';
import { runPhases } from './test/run-phases.mjs';
import { sumOf, summary } from './test/outcome.mjs';

const USAGE = `npm test                                               runs every check
npm test -- --only lint,unit                           some of the phases: ${phases.map(({ name }) => name).join(', ')}
npm test -- --changed                                  what the changes since origin/main, or since --base COMMIT, can have broken
npm test -- --only browser --repeat 5                  again and again, to find what depends on chance
npm test -- --only browser --without-registry          the browser tests on a site whose registry is stopped`;

const OPTIONS = {
  help: { type: 'boolean', short: 'h', default: false },
  only: { type: 'string' },
  changed: { type: 'boolean', default: false },
  base: { type: 'string' },
  repeat: { type: 'string', default: '1' },
  'without-registry': { type: 'boolean', default: false },
};

function chosenPhases(values) {
  // What all tests together prove can only be told after all of them.
  if (!values.only) return values.changed ? phases.filter(({ name }) => name !== 'coverage') : phases;
  const names = values.only.split(',');
  const unknown = names.filter((name) => !phases.some((phase) => phase.name === name));
  if (unknown.length > 0)
    throw new Error(`There is no phase ${unknown.join(', ')}. There are: ${phases.map(({ name }) => name).join(', ')}.`);
  return phases.filter(({ name }) => names.includes(name));
}

function repetitions({ repeat }) {
  const count = Number(repeat);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--repeat takes a whole number from 1 on, not ${repeat}.`);
  return count;
}

async function test(values) {
  if (values.base !== undefined && !values.changed) throw new Error('--base says what --changed compares with: give both.');
  const chosen = chosenPhases(values);
  const count = repetitions(values);
  await installIfNeeded({ signal: stopped.signal });
  const changes = values.changed ? await changesSince(values.base) : undefined;
  const outcomes = [];
  for (let round = 1; round <= count && !stopped.signal.aborted; round++) {
    if (count > 1) console.log(`\nRound ${round} of ${count}`);
    outcomes.push(...(await runPhases(chosen, { signal: stopped.signal, changes, withoutRegistry: values['without-registry'] })));
  }
  const total = sumOf(outcomes);
  if (stopped.signal.aborted) {
    process.exitCode = 130;
  } else {
    console.log(summary(total));
    process.exitCode = total.failed > 0 ? 1 : 0;
  }
}

const stopped = stopOnSignals();

try {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) console.log(USAGE);
  else await test(values);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
