/** What processes use of the processor, as Linux says it in /proc. */
import { existsSync, readFileSync } from 'node:fs';

/** Of the clock by which it is counted. */
const TICKS_PER_SECOND = 100;

/** @returns Null where there is no /proc. */
export const usedSeconds = (processes: readonly number[]): number | null =>
  existsSync('/proc/self/stat') ? processes.reduce((sum, pid) => sum + ticksOf(pid), 0) / TICKS_PER_SECOND : null;

/** None where there is no /proc. */
export function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').map(Number) : [];
}

/** Those in user mode and in the kernel: fields 14 and 15 (proc_pid_stat(5)). The second, a name in parentheses, may have spaces. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
