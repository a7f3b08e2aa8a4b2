/**
 * `npm run soak`: a day at the site compressed into minutes. People do what people do, faults happen at random, and at the end it is looked at
 * whether the site has all that it acknowledged and nothing else. Fails when it finds something.
 *
 * Environment: `SOAK_MINUTES`, how long the day takes (default 10, at most 1,000); `SOAK_MEMBERS`, how many are there at a time (default 12);
 * `SOAK_SEED`, of all chance (printed; the same seed makes the same choices, and a busy machine other times of them).
 */
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { stopOnSignals } from '../../../scripts/stop-signals.mjs';
import { createRandom } from './random';
import { printReport } from './report';
import { soak } from './soak';

const { signal } = (stopOnSignals as () => AbortController)();

const seed = process.env.SOAK_SEED ?? randomBytes(4).toString('hex');
const journalFile = path.join(tmpdir(), `soak-${seed}.jsonl`);
const beganAt = performance.now();
const say = (what: string) => console.log(`${((performance.now() - beganAt) / 1000).toFixed(0).padStart(5)} s  ${what}`);

console.log(`SOAK_SEED=${seed}; what is acknowledged is written to ${journalFile}`);
const { verdicts, series, faults } = await soak({
  minutes: Number(process.env.SOAK_MINUTES ?? 10),
  members: Number(process.env.SOAK_MEMBERS ?? 12),
  ...{ random: createRandom(seed), journalFile, signal, say },
});
printReport(verdicts, series, faults);
process.exitCode = verdicts.some(({ findings }) => findings.length > 0) ? 1 : 0;
