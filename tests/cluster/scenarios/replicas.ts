/** Processes that are replaced, and processes that die. */
import { openDatabase } from '@site/platform/database';
import { PURPOSES } from '../load/visitors';
import type { Cluster } from '../shape/cluster';
import { makeOlderRelease } from '../shape/older-release';
import type { Replica } from '../shape/replica';
import { type Outcome, type Scale, underLoad } from './outcome';

async function comeBack(replica: Replica, release?: string): Promise<void> {
  await replica.start(release);
  await replica.ready();
}

async function replace(replica: Replica, release?: string): Promise<void> {
  await replica.stop();
  await comeBack(replica, release);
}

/** The first of each role, and then the second. */
async function replaceAll(cluster: Cluster, release?: string): Promise<void> {
  for (const replicas of [first(cluster), second(cluster)]) await Promise.all(replicas.map((replica) => replace(replica, release)));
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

/** A rollback to this release on the newer database. No visitor may notice. */
export const rollingRestart = (cluster: Cluster, scale: Scale): Promise<Outcome> =>
  underLoad(cluster, scale, async () => {
    await migratedByNewerRelease(cluster);
    await replaceAll(cluster);
  });

/**
 * A rollback to the release before this one, on the database that this one has migrated: its own programs take the place of all processes, answer
 * everything, and give way to those of this release again. No visitor may notice.
 */
export async function rolledBack(cluster: Cluster, scale: Scale): Promise<Outcome> {
  const older = await makeOlderRelease();
  if (older === null)
    return { isLeftOut: true, figures: 'git has no commit here from before the last migration (git fetch --unshallow)', problems: [] };
  try {
    const { figures, problems } = await underLoad(cluster, scale, async (load) => {
      await replaceAll(cluster, older.folder);
      await Promise.all(PURPOSES.map((purpose) => load.served(purpose, 10)));
      await replaceAll(cluster);
    });
    return { figures: `${older.commit.slice(0, 7)}: ${figures}`, problems };
  } finally {
    await older.remove();
  }
}

/** Each process ends and comes back, one at a time. */
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
    await Promise.all(first(cluster).map((replica) => comeBack(replica)));
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
      await Promise.all(edges.map((edge) => comeBack(edge)));
    },
    // Asked of an edge each time, because it has to hear what a browser has already.
    ({ what }) => what.startsWith('GET /params.json'),
  );
