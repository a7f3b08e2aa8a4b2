/** Nothing happens: what visitors cost, beside which the other scenarios are to be read. */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../shape/cluster';
import { processorSeconds } from '../shape/processor';
import { type Outcome, type Scale, underLoad } from './outcome';

export async function undisturbed(cluster: Cluster, scale: Scale): Promise<Outcome> {
  const began = performance.now();
  const before = processorSeconds(cluster);
  const { figures, problems } = await underLoad(cluster, scale, async (load) => {
    await Promise.all([load.served('page', 10), sleep(scale.outageMs ?? 0)]);
  });
  const available = (availableParallelism() * (performance.now() - began)) / 1000;
  const used = [...processorSeconds(cluster)].map(([name, seconds]) => [name, seconds - (before.get(name) ?? 0)] as const);
  const shares = used.filter(([, seconds]) => seconds >= 0.1).map(([name, seconds]) => `${name} ${seconds.toFixed(1)}`);
  return { figures: `${figures}; seconds of the processor, of ${available.toFixed(0)}: ${shares.join(', ')}`, problems };
}
