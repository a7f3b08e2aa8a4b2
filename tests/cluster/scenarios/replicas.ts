/** Processes that are replaced, and processes that die. */
import type { Role } from '@site/server/config';
import type { Cluster } from '../shape/cluster';
import type { Replica } from '../shape/replica';
import { type Outcome, type Scale, underLoad } from './outcome';

async function replace(replica: Replica): Promise<void> {
  await replica.stop();
  await replica.start();
  await replica.ready();
}

async function lose(replica: Replica): Promise<void> {
  await replica.kill();
  await replica.start();
  await replica.ready();
}

const second = (cluster: Cluster) => cluster.replicas.filter(({ name }) => name.endsWith('-b'));
const first = (cluster: Cluster) => cluster.replicas.filter(({ name }) => name.endsWith('-a'));

/** A deploy: the first of each role, and then the second. No visitor may notice. */
export const rollingRestart = (cluster: Cluster, scale: Scale): Promise<Outcome> =>
  underLoad(cluster, scale, async () => {
    for (const replicas of [first(cluster), second(cluster)]) await Promise.all(replicas.map(replace));
  });

/** The same, with one process away at a time. */
export const restartOneByOne = (cluster: Cluster, scale: Scale): Promise<Outcome> =>
  underLoad(cluster, scale, async () => {
    for (const replica of cluster.replicas) await replace(replica);
  });

/** Reads are answered by the other one. A form under way may be lost, which its sender is told: the proxy does not send it twice. */
export const killed = (cluster: Cluster, scale: Scale): Promise<Outcome> =>
  underLoad(
    cluster,
    scale,
    async () => {
      for (const replica of first(cluster)) await lose(replica);
    },
    ({ purpose }) => purpose === 'form',
  );

/** The registries end, and come back in the other order, with nobody there meanwhile. */
export const registriesInAnyOrder = (cluster: Cluster, scale: Scale): Promise<Outcome> =>
  underLoad(
    cluster,
    scale,
    async (load) => {
      const [one, other] = cluster.of('registry') as [Replica, Replica];
      await Promise.all([one.stop(), other.stop()]);
      await other.start();
      await other.ready();
      await one.start();
      await one.ready();
      await load.served('registry', 2);
    },
    ({ purpose }) => purpose === 'registry',
  );

/** What the proxy was asked for before, it has. */
export const edgesAway = (cluster: Cluster, scale: Scale): Promise<Outcome> =>
  underLoad(
    cluster,
    scale,
    async (load) => {
      await load.served('page', 20);
      const role: Role = 'edge';
      await Promise.all(cluster.of(role).map((edge) => edge.stop()));
      await load.served('page', 20);
      await Promise.all(cluster.of(role).map((edge) => edge.start()));
      await Promise.all(cluster.of(role).map((edge) => edge.ready()));
    },
    // Asked of an edge each time, because it has to hear what a browser has already.
    ({ what }) => what.startsWith('GET /params.json'),
  );
