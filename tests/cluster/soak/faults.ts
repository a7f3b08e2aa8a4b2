/**
 * What happens to servers, at random. The second process of each role dies and is replaced; the first one stays for the whole time, so that
 * what it loses little by little can be seen. What they depend on goes away for both.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../shape/cluster';
import type { Replica } from '../shape/replica';
import type { Random } from './random';

interface Faults {
  /** Statuses with which the site may answer just now. 0 stands for no answer. */
  excused(): readonly number[];
  /** How often each has happened. */
  counts: ReadonlyMap<string, number>;
  /** Lets one after the other happen until the signal. Resolves when the last one is over and everything is back. */
  happen(random: Random, signal: AbortSignal): Promise<void>;
}

interface Fault {
  name: string;
  /** Statuses with which it may be answered. */
  statuses: readonly number[];
  happen(random: Random): Promise<void>;
}

/** How long after a fault answers may still be due to it. */
const AFTER_MS = 10_000;
const PAUSE_MS = 8_000;
const MOST_SECONDS = 6;

export function createFaults(cluster: Cluster, say: (what: string) => void): Faults {
  const counts = new Map<string, number>();
  let statuses: readonly number[] = [];

  const replaceable = (random: Random): Replica => random.pick(cluster.replicas.filter(({ name }) => name.endsWith('-b')));
  const back = async (replica: Replica) => {
    await replica.start();
    await replica.ready();
  };
  const faults: Fault[] = [
    {
      name: 'a process is killed',
      // Nothing but the two forms is sent to the other process: it might be carried out twice.
      statuses: [0, 502],
      async happen(random) {
        const replica = replaceable(random);
        await replica.kill();
        await sleep(random.below(MOST_SECONDS * 1_000));
        await back(replica);
      },
    },
    {
      name: 'a process is replaced',
      statuses: [],
      async happen(random) {
        const replica = replaceable(random);
        await replica.stop();
        await back(replica);
      },
    },
    {
      name: 'the second process of each role is replaced',
      statuses: [],
      async happen() {
        for (const replica of cluster.replicas.filter(({ name }) => name.endsWith('-b'))) {
          await replica.stop();
          await back(replica);
        }
      },
    },
    {
      name: 'PostgreSQL restarts',
      statuses: [503],
      async happen(random) {
        await cluster.postgres.halt();
        await sleep(random.below(MOST_SECONDS * 1_000));
        await cluster.postgres.resume();
        await Promise.all(cluster.replicas.map((replica) => replica.ready()));
      },
    },
    {
      name: 'the store hangs',
      statuses: [503, 504],
      async happen(random) {
        const end = cluster.storage.hang();
        await sleep((1 + random.below(MOST_SECONDS * 2)) * 1_000);
        end();
      },
    },
  ];

  return {
    excused: () => statuses,
    counts,
    async happen(random, signal) {
      while (!signal.aborted) {
        await sleep(random.below(PAUSE_MS) + PAUSE_MS / 2, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
        const fault = random.pick(faults);
        say(fault.name);
        counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
        statuses = fault.statuses;
        await fault.happen(random);
        await sleep(AFTER_MS, undefined, { signal }).catch(() => undefined);
        statuses = [];
      }
    },
  };
}
