/** What each part of the shape uses of the processor. */
import { readFileSync } from 'node:fs';
import { childrenOf, usedByTree, usedSeconds } from '../../bench/server/used-seconds';
import type { Cluster } from './cluster';

/** Seconds so far, by role; beside them PostgreSQL, nginx, and this process, which is the visitors and the store. */
export function processorSeconds({ replicas }: Cluster): Map<string, number> {
  const seconds = new Map<string, number>();
  const roles = new Map(replicas.map((replica) => [replica.process().pid, replica.role as string]));
  for (const pid of childrenOf(process.pid)) {
    const name = roles.get(pid) ?? readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    seconds.set(name, (seconds.get(name) ?? 0) + usedByTree(pid));
  }
  return seconds.set('visitors and store', usedSeconds([process.pid]) ?? 0);
}
