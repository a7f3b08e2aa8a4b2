/** Dependencies that go away and come back. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../shape/cluster';
import { type Outcome, type Scale, underLoad } from './outcome';

const NEED_DATABASE = ['api', 'identity', 'registry', 'form'];

/**
 * While PostgreSQL is away pages go on, and whoever needs it is told so and when to come again. A form whose transaction the outage cut is
 * answered so too. When it is back everything goes on by itself.
 */
export const databaseAway = (cluster: Cluster, scale: Scale): Promise<Outcome> =>
  underLoad(
    cluster,
    scale,
    async (load) => {
      await cluster.postgres.halt();
      const met = Promise.all([load.failed('api', 2), load.served('page', 10)]);
      await Promise.all([met, scale.outageMs === null ? undefined : sleep(scale.outageMs)]);
      await cluster.postgres.resume();
      await Promise.all([load.served('api', 5), load.served('form', 1), load.served('identity', 1), load.served('registry', 1)]);
      await Promise.all(cluster.replicas.map((replica) => replica.ready()));
    },
    ({ purpose, saidSo }) => NEED_DATABASE.includes(purpose) && saidSo,
  );

/** A restart is an outage of a moment. */
export const databaseRestarted = (cluster: Cluster, scale: Scale): Promise<Outcome> =>
  underLoad(
    cluster,
    scale,
    async (load) => {
      await cluster.postgres.halt();
      await cluster.postgres.resume();
      await Promise.all([load.served('api', 5), load.served('form', 1)]);
    },
    ({ purpose, saidSo }) => NEED_DATABASE.includes(purpose) && saidSo,
  );

/** Pages and their files are in the edges' hands. What edges have not yet is there when the store answers again. */
export const storeHangs = (cluster: Cluster, scale: Scale): Promise<Outcome> =>
  underLoad(cluster, scale, async (load) => {
    const end = cluster.storage.hang();
    try {
      await Promise.all([load.served('page', 10), load.served('file', 10), scale.outageMs === null ? undefined : sleep(scale.outageMs)]);
    } finally {
      end();
    }
    await load.served('file', 10);
  });
