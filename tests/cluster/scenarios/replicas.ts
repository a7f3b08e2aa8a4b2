/** Processes that are replaced, and processes that die. */
import { openDatabase } from '@site/platform/database';
import type { Cluster } from '../shape/cluster';
import type { Replica } from '../shape/replica';
import { type Outcome, type Scale, underLoad } from './outcome';

async function comeBack(replica: Replica): Promise<void> {
  await replica.start();
  await replica.ready();
}

async function replace(replica: Replica): Promise<void> {
  await replica.stop();
  await comeBack(replica);
}

const second = (cluster: Cluster) => cluster.replicas.filter(({ name }) => name.endsWith('-b'));
const first = (cluster: Cluster) => cluster.replicas.filter(({ name }) => name.endsWith('-a'));

/** What a release after this one does to a database: it has migrated, is taken back, and this one starts again beside what it left. */
async function migratedByNewerRelease({ postgres }: Cluster): Promise<void> {
  const database = await openDatabase({ url: postgres.url });
  try {
    for (const schema of ['platform', 'registry', 'identity', 'api'])
      await database.query(
        `insert into ${schema}.migrations (file, sha256) values ('9999_of_the_next_release.sql', '') on conflict do nothing`,
      );
    for (const table of ['api.contact_message', 'api.signup', 'platform.outbox', 'identity.account', 'registry.revisions'])
      await database.query(`alter table ${table} add column if not exists of_the_next_release text`);
  } finally {
    await database.close();
  }
}

/** A rollback to this release: the first of each role, and then the second, on the newer database. No visitor may notice. */
export const rollingRestart = (cluster: Cluster, scale: Scale): Promise<Outcome> =>
  underLoad(cluster, scale, async () => {
    await migratedByNewerRelease(cluster);
    for (const replicas of [first(cluster), second(cluster)]) await Promise.all(replicas.map(replace));
  });

/** The same, with one process away at a time. */
export const restartOneByOne = (cluster: Cluster, scale: Scale): Promise<Outcome> =>
  underLoad(cluster, scale, async () => {
    for (const replica of cluster.replicas) await replace(replica);
  });

/** The other one answers, also a form that the first may have had: the API accepts it once. */
export const killed = (cluster: Cluster, scale: Scale): Promise<Outcome> =>
  underLoad(cluster, scale, async (load) => {
    for (const replica of first(cluster)) {
      await replica.kill();
      await load.served('page', 3);
    }
    await Promise.all(first(cluster).map(comeBack));
  });

/** The registries end, and come back in the other order, with nobody there meanwhile. */
export const registriesInAnyOrder = (cluster: Cluster, scale: Scale): Promise<Outcome> =>
  underLoad(
    cluster,
    scale,
    async (load) => {
      const [one, other] = cluster.of('registry') as [Replica, Replica];
      await Promise.all([one.stop(), other.stop()]);
      await comeBack(other);
      await comeBack(one);
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
      const edges = cluster.of('edge');
      await load.served('page', 10);
      await Promise.all(edges.map((edge) => edge.stop()));
      await load.served('page', 10);
      await Promise.all(edges.map(comeBack));
    },
    // Asked of an edge each time, because it has to hear what a browser has already.
    ({ what }) => what.startsWith('GET /params.json'),
  );
