/** What a soak says at its end. */
import { growth, type Series } from './check/levels';
import type { Verdict } from './check/check';

const MOST_FINDINGS = 20;

export function printReport(verdicts: readonly Verdict[], series: readonly Series[], faults: ReadonlyMap<string, number>): void {
  console.log('\nWhat happened:');
  for (const [fault, count] of faults) console.log(`  ${String(count).padStart(4)}  ${fault}`);
  console.log('\nMemory (MiB):                 first  middle    last   growth   may grow');
  for (const one of series) {
    const at = (index: number) => (one.points.at(index)?.[1] ?? 0).toFixed(1).padStart(8);
    const figures = [
      at(0),
      at(Math.floor(one.points.length / 2)),
      at(-1),
      growth(one).toFixed(1).padStart(9),
      String(one.mayGrow).padStart(11),
    ];
    console.log(`  ${one.name.padEnd(25)}${figures.join('')}`);
  }
  console.log('\nWhat was looked at afterwards:');
  for (const { what, figures, findings } of verdicts) {
    console.log(`  ${findings.length === 0 ? 'held  ' : 'FAILED'}  ${what}${figures && `: ${figures}`}`);
    for (const finding of findings.slice(0, MOST_FINDINGS)) console.log(`            ${finding}`);
    if (findings.length > MOST_FINDINGS) console.log(`            and ${findings.length - MOST_FINDINGS} more`);
  }
}
