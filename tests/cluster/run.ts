/**
 * `npm run cluster`: the production shape on this machine, and everything that happens to one. It prints what visitors met and fails when they
 * met more than they may. `npm run cluster -- "PostgreSQL"` runs the scenarios with this in their names, `npm run cluster -- up` starts the shape
 * and lets it run until Ctrl-C.
 *
 * Environment: `CLUSTER_RATE`, requests a second (default 100); `CLUSTER_OUTAGE_MS`, length of an outage (default 20,000).
 */
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { stopOnSignals, whenAborted } from '../../scripts/stop-signals.mjs';
import type { Outcome, Scale } from './scenarios/outcome';
import { databaseAway, databaseRestarted, storeHangs } from './scenarios/outages';
import { edgesAway, killed, registriesInAnyOrder, restartOneByOne, rolledBack, rollingRestart } from './scenarios/replicas';
import { undisturbed } from './scenarios/undisturbed';
import { type Cluster, startCluster } from './shape/cluster';

const SCALE: Scale = { perSecond: Number(process.env.CLUSTER_RATE ?? 100), outageMs: Number(process.env.CLUSTER_OUTAGE_MS ?? 20_000) };

const SCENARIOS: [string, (cluster: Cluster, scale: Scale) => Promise<Outcome>][] = [
  ['nothing happens', undisturbed],
  ['each process restarted, one after the other', restartOneByOne],
  ['each role taken back to the release before the last migration, and forward again', rolledBack],
  ['each role restarted on the database of a newer release, one half after the other', rollingRestart],
  ['one process of each role killed', killed],
  ['both registries restarted, in the other order', registriesInAnyOrder],
  ['PostgreSQL restarted', databaseRestarted],
  ['PostgreSQL away', databaseAway],
  ['the store hangs', storeHangs],
  ['all edges away', edgesAway],
];

/** @param part Of the names of the scenarios to run. */
async function runScenarios(cluster: Cluster, part: string): Promise<boolean> {
  const chosen = SCENARIOS.filter(([name]) => name.includes(part));
  if (chosen.length === 0)
    throw new Error(`No scenario has "${part}" in its name. There are:\n${SCENARIOS.map(([name]) => name).join('\n')}`);
  let held = true;
  for (const [name, scenario] of chosen) {
    const { isLeftOut, figures, problems } = await scenario(cluster, SCALE);
    const result = isLeftOut ? 'LEFT OUT' : problems.length === 0 ? 'held' : 'FAILED';
    console.log(`${result.padEnd(8)}  ${name}: ${figures}`);
    for (const problem of problems) console.log(`        ${problem}`);
    held &&= problems.length === 0;
  }
  return held;
}

const { signal } = (stopOnSignals as () => AbortController)();
const stopped = () => (whenAborted as (signal: AbortSignal) => Promise<void>)(signal);

async function letRun({ origin, replicas }: Cluster): Promise<void> {
  console.log(`\nThe site is at ${origin}. Ctrl-C ends it, and its data are gone then.`);
  for (const { name, origin: own, dataDir } of replicas) console.log(`  ${name.padEnd(12)} ${own}  ${dataDir}`);
  await stopped();
}

const say = (what: string) => console.log(`Starting ${what}...`);
const up = process.argv[2] === 'up';
const cluster = await startCluster({ say, ...(!up && { settings: { FORM_LIMIT: '1000000' } }) });
try {
  if (up) await letRun(cluster);
  else {
    // It may have been stopped while it started.
    const held = !signal.aborted && (await Promise.race([runScenarios(cluster, process.argv[2] ?? ''), stopped().then(() => false)]));
    process.exitCode = held ? 0 : 1;
  }
} finally {
  await cluster.stop();
  // A scenario that was stopped half-way waits for what does not come any more.
  if (signal.aborted) process.exit();
}
