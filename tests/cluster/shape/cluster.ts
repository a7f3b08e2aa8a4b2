/**
 * The production shape on this machine, without containers: PostgreSQL, a stand-in for S3, two processes of each role, and nginx with the project's
 * configuration in front. What was started ends with {@link Cluster.stop}, and all files of it are gone.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type S3Server, startS3Server } from '@site/platform/testing/s3-server';
import { ROLES, type Role } from '@site/server/config';
import { operator } from '@site/server/operator/operator-cli';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { startPostgres } from '../../../scripts/test/postgres.mjs';
import { goLive } from './go-live';
import { createDatabaseUsers, type DatabaseSettings } from './database-users';
import { type Proxy, startProxy } from './proxy';
import { createReplica, type Replica } from './replica';

export interface PostgresServer {
  url: string;
  /** Ends it at once; the data stay. */
  halt(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export interface Cluster {
  /** Of the site, as visitors know it. */
  origin: string;
  postgres: PostgresServer;
  /** By role, the settings of its own user of the database; those of an edge are empty. */
  databases: Record<Role, DatabaseSettings>;
  storage: S3Server;
  proxy: Proxy;
  replicas: Replica[];
  of(role: Role): Replica[];
  /** Runs a command of the operator, who has the address of the owner of the database. @returns what it says. @throws Error if it is refused. */
  operator(...argv: string[]): Promise<string>;
  /** What each process logged last, for whoever looks for a reason. */
  lastWords(): string;
  stop(): Promise<void>;
}

/** Ports that nothing else is known for: who listens on one at all addresses, as containers may, would take it here as well. */
const PORT = 19_080;
const FIRST_REPLICA_PORT = 19_101;
const BUCKET = 'site';

/** An address of the loopback network that no other running program derives: its ports are this cluster's alone, also while nobody listens. */
const ownAddress = (): string => `127.${64 + ((process.pid >> 16) & 63)}.${(process.pid >> 8) & 255}.${process.pid & 255}`;

/**
 * @param options `settings`: environment of all processes beside what the shape needs. `say`: told what is under way.
 * @throws Error with the reason and what the processes said, after everything was ended again.
 */
export async function startCluster({
  settings = {},
  say = () => undefined,
}: { settings?: Record<string, string>; say?: (what: string) => void } = {}): Promise<Cluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cluster-'));
  const host = ownAddress();
  const origin = `http://${host}:${PORT}`;
  const keys = { accessKeyId: 'cluster', secretAccessKey: randomBytes(24).toString('hex') };
  const aborting = new AbortController();
  // In the order of their starts; they end in the opposite one.
  const started: { stop(): Promise<unknown> }[] = [{ stop: () => rm(folder, { recursive: true, force: true }) }];
  const replicas: Replica[] = [];
  const stop = async () => {
    await Promise.all(replicas.map((replica) => replica.stop().catch((error: unknown) => console.error(error))));
    while (started.length > 0) await started.pop()?.stop();
  };
  const lastWords = () => replicas.map((replica) => replica.lastWords()).join('\n');

  try {
    say('PostgreSQL and the store');
    const postgres = (await startPostgres({ signal: aborting.signal, host })) as PostgresServer;
    started.push(postgres);
    const storage = await startS3Server({ bucket: BUCKET, ...keys });
    started.push({ stop: () => storage.close() });
    const databases = await createDatabaseUsers(postgres.url);

    say('two processes of each role');
    const common = {
      NODE_ENV: 'production',
      PUBLIC_ORIGIN: origin,
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'warn',
      STORAGE_URL: `s3://${BUCKET}?region=us-east-1&endpoint=${storage.endpoint}&pathStyle=true`,
      AWS_ACCESS_KEY_ID: keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
      REGISTRY_URL: origin,
      IDENTITY_URL: origin,
      // Of all that registries keep these alone are shared; the rest is in the folder that each has to itself.
      SIGNING_KEY_FILE: path.join(folder, 'shared', 'target.key.pem'),
      EDGE_ACCESS_DIR: path.join(folder, 'shared', 'edge-access'),
      BOT_CHECK_SECRET: randomBytes(24).toString('hex'),
      IDENTITY_SECRET: randomBytes(24).toString('hex'),
      // The way that the proof of work is done is the same whether it takes long or not.
      BOT_CHECK_WORK: '50',
      ...settings,
    };
    for (const role of ROLES)
      for (const one of ['a', 'b']) {
        const port = FIRST_REPLICA_PORT + replicas.length;
        replicas.push(createReplica({ name: `${role}-${one}`, role, host, port, folder, settings: { ...common, ...databases[role] } }));
      }
    const of = (role: Role) => replicas.filter((replica) => replica.role === role);
    const addresses = Object.fromEntries(ROLES.map((role) => [role, of(role).map((replica) => new URL(replica.origin).host)]));
    const proxy = await startProxy({ listen: `${host}:${PORT}`, replicas: addresses });
    started.push(proxy);
    await Promise.all(replicas.map((replica) => replica.start()));
    // An edge is not ready before there is something to serve.
    await Promise.all(replicas.filter(({ role }) => role !== 'edge').map((replica) => replica.ready()));

    say('the releases');
    await goLive(of('registry')[0] as Replica, of('edge'));
    const asOperator = async (...argv: string[]) => {
      const { exitCode, text } = await operator(argv, { ...common, DATABASE_URL: postgres.url });
      if (exitCode !== 0) throw new Error(`The operator is refused: ${text}`);
      return text;
    };
    return { origin, postgres, databases, storage, proxy, replicas, of, operator: asOperator, lastWords, stop };
  } catch (error) {
    const said = replicas.some((replica) => replica.isRunning()) ? `\n${lastWords()}` : '';
    await stop();
    throw new Error(`The cluster did not start: ${(error as Error).message}${said}`, { cause: error });
  }
}
