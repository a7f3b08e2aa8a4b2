/** Composition root: the roles of one process on one server, one database and one storage. */
import { join } from 'node:path';
import { apiPlugin, migrateApi } from '@site/api/plugin';
import { edgePlugin } from '@site/edge/plugin';
import { openDatabase, type Database } from '@site/platform/database';
import { healthPlugin } from '@site/platform/health';
import { startHousekeeping } from '@site/platform/housekeeping';
import { createHttpServer } from '@site/platform/http';
import type { Logger } from '@site/platform/logging';
import { openMailTransport } from '@site/platform/mail';
import { mailViewer } from '@site/platform/mail-viewer';
import { metricsPlugin } from '@site/platform/metrics';
import { createOutboxWorker } from '@site/platform/outbox';
import { migratePlatform } from '@site/platform/platform-migrations';
import { openStorage, type Storage } from '@site/platform/storage';
import { registryPlugin } from '@site/registry/plugin';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { onlyEdge, type ServerConfig } from './config';
import { defaultParams } from './default-params';
import { openMembers } from './members';
import { openChannel } from './operator/channel';
import { answerCommand } from './operator/operator-cli';
import type { SampleAccount } from './sample-data';

export interface RunningServices {
  server: FastifyInstance;
  /** To sign in with, in development. */
  accounts: SampleAccount[];
  close(): Promise<void>;
}

/** Opens everything, listens, and returns. What was opened is closed again when something fails. */
export async function startServices(config: ServerConfig, logger: Logger): Promise<RunningServices> {
  const storage = await openStorage({ url: config.storageUrl, dir: join(config.dataDir, 'files') });
  const database = onlyEdge(config.roles) ? null : await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, logger });
  const server = createHttpServer({
    logger,
    production: config.production,
    trustProxy: config.trustProxy,
    drainTimeoutMs: config.drainTimeoutMs,
  });
  // After the server, whose last requests may need it.
  const close = async () => {
    await server.close();
    await database?.close();
  };
  try {
    const accounts = await mount(server, config, { logger, storage, database });
    await server.listen({ host: config.host, port: config.port });
    return { server, accounts, close };
  } catch (error) {
    // Why it did not start matters more than what else goes wrong now.
    await close().catch((err: unknown) => logger.warn({ err }, 'not closed in order'));
    throw error;
  }
}

interface Parts {
  logger: Logger;
  storage: Storage;
  database: Database | null;
}

type DatabaseParts = Parts & { database: Database };

async function mount(server: FastifyInstance, config: ServerConfig, { logger, storage, database }: Parts): Promise<SampleAccount[]> {
  const { roles } = config;
  const metrics = new Registry();
  await server.register(metricsPlugin, { registry: metrics });
  await server.register(healthPlugin, {
    checks: {
      ...(database && { database: () => database.ping() }),
      ...(roles.has('edge') && { edge: () => server.assertEdgeServes() }),
    },
  });
  const accounts = database ? await mountOnDatabase(server, config, { logger, storage, database }) : [];
  if (database && !config.production) await server.register(mailViewer, { prefix: '/_dev/mail', dataDir: config.dataDir });
  // The last one: what nobody else answers is an address of the site.
  if (roles.has('edge')) await server.register(edgePlugin, { ...edgeOptions(config), storage, metrics });
  return accounts;
}

const edgeOptions = (config: ServerConfig) => ({
  dataDir: join(config.dataDir, 'edge'),
  registryUrl: config.registryUrl,
  publicOrigin: config.publicOrigin,
  params: { defaults: defaultParams(config), file: config.paramsFile },
  production: config.production,
  renderer: config.renderer,
});

async function mountOnDatabase(server: FastifyInstance, config: ServerConfig, parts: DatabaseParts): Promise<SampleAccount[]> {
  const { database, logger, storage } = parts;
  await migratePlatform(database);
  const stopHousekeeping = startHousekeeping(database, logger);
  server.addHook('onClose', async () => stopHousekeeping());
  if (config.roles.has('registry'))
    await server.register(registryPlugin, { prefix: '/registry', database, storage, dataDir: config.dataDir });
  return config.roles.has('identity') || config.roles.has('api') ? mountMembers(server, config, parts) : [];
}

/** The roles that know people: identity and api. */
async function mountMembers(server: FastifyInstance, config: ServerConfig, parts: DatabaseParts): Promise<SampleAccount[]> {
  const { database, logger, storage } = parts;
  await startMail(server, config, database, logger);
  const members = await openMembers(config, database);
  await members.mount(server);
  if (!config.roles.has('api')) return [];
  await migrateApi(database);
  const { identityAdmin, tokenVerifier } = members;
  if (config.databaseUrl === undefined) {
    const closeChannel = await openChannel(config.dataDir, (argv) => answerCommand(argv, { database, identityAdmin }), logger);
    server.addHook('onClose', closeChannel);
  }
  await server.register(apiPlugin, { prefix: '/api', database, storage, logger, config: config.api, identityAdmin, tokenVerifier });
  return config.production ? [] : members.createSampleData();
}

async function startMail(server: FastifyInstance, config: ServerConfig, database: Database, logger: Logger): Promise<void> {
  const transport = openMailTransport({ smtpUrl: config.smtpUrl, dataDir: config.dataDir, from: config.mailFrom });
  const outbox = createOutboxWorker({ database, transport, logger, domain: new URL(config.publicOrigin).hostname });
  await outbox.start();
  server.addHook('onClose', async () => {
    await outbox.stop();
    transport.close();
  });
}
