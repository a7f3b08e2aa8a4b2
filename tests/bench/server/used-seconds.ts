/** What processes use of the processor, as Linux says it in /proc. */
import { existsSync, readFileSync } from 'node:fs';

/** Of the clock by which it is counted. */
const TICKS_PER_SECOND = 100;

/** @returns Null where there is no /proc. */
export const usedSeconds = (processes: readonly number[]): number | null =>
  existsSync('/proc/self/stat') ? processes.reduce((sum, pid) => sum + ticksOf(pid, 2), 0) / TICKS_PER_SECOND : null;

/** Of a process and of all that it started, whether that has ended or not. 0 for a process that has ended, and where there is no /proc. */
export const usedByTree = (pid: number): number =>
  ticksOf(pid, 4) / TICKS_PER_SECOND + childrenOf(pid).reduce((sum, child) => sum + usedByTree(child), 0);

/** None where there is no /proc. */
export function childrenOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

/**
 * Those in user mode and in the kernel, and with four those of its children that have ended: fields 14 to 17 (proc_pid_stat(5)). The second, a name
 * in parentheses, may have spaces.
 */
function ticksOf(pid: number, fields: 2 | 4): number {
  const all = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return all.slice(11, 11 + fields).reduce((sum, ticks) => sum + Number(ticks), 0);
}

/** @returns nothing of a process that has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
