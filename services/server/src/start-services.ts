/** Composition root: the roles of one process on one address, one database and one storage. */
import { join } from 'node:path';
import { edgePlugin } from '@site/edge/plugin';
import { openDatabase } from '@site/platform/database';
import { healthPlugin } from '@site/platform/health';
import { createHttpServer } from '@site/platform/http';
import type { Logger } from '@site/platform/logging';
import { mailFolder } from '@site/platform/mail';
import { metricsPlugin } from '@site/platform/metrics';
import { openStorage, type Storage } from '@site/platform/storage';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { onlyEdge, type ServerConfig } from './config';
import { type DatabaseRoles, httpOptions, openDatabaseRoles } from './database-roles';
import type { SampleAccount } from './sample-data';
import { readRegistryToken, readTrustedKeys } from './edge-access';
import { startTraces } from './traces';

export interface RunningServices {
  server: FastifyInstance;
  /** To sign in with, in development. */
  accounts: SampleAccount[];
  /** Resolves once the roles that need the database are open. @throws what keeps them from ever opening. */
  opened: Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Opens everything, listens, and returns. What was opened is closed again when something fails. While the database is away the process
 * listens without the roles that need it; they follow as soon as it answers.
 */
export async function startServices(config: ServerConfig, logger: Logger): Promise<RunningServices> {
  const stopTraces = await startTraces(config, logger);
  warnOfUnsentMail(config, logger);
  const storage = await openStorage({ url: config.storageUrl, dir: join(config.dataDir, 'files') });
  const { databaseUrl: url, dataDir, statementTimeoutMs } = config;
  const database = onlyEdge(config.roles) ? null : await openDatabase({ url, dataDir, logger, statementTimeoutMs });
  const metrics = new Registry();
  const roles = database && openDatabaseRoles(config, { logger, storage, database, metrics });
  const server = createHttpServer({ ...httpOptions(config, logger), ...(roles && { answeredBy: roles.answeredBy }) });
  // The database after the servers, whose last requests may need it.
  const close = async () => {
    await Promise.all([roles?.close(), server.close()]);
    await database?.close();
    await stopTraces();
  };
  try {
    await mount(server, config, { storage, metrics, roles });
    await roles?.firstAttempt;
    await server.listen({ host: config.host, port: config.port });
    return { server, accounts: roles?.accounts() ?? [], opened: roles?.opened ?? Promise.resolve(), close };
  } catch (error) {
    // Why it did not start matters more than what else goes wrong now.
    await close().catch((err: unknown) => logger.warn({ err }, 'not closed in order'));
    throw error;
  }
}

/** In development mail in files is read at `/_dev/mail`. */
function warnOfUnsentMail({ production, roles, smtpUrl, dataDir }: ServerConfig, logger: Logger): void {
  if (production && smtpUrl === undefined && (roles.has('api') || roles.has('identity')))
    logger.warn({ folder: mailFolder(dataDir) }, 'without SMTP_URL no mail is sent; each is written to a file');
}

interface Parts {
  storage: Storage;
  metrics: Registry;
  roles: DatabaseRoles | null;
}

async function mount(server: FastifyInstance, config: ServerConfig, { storage, metrics, roles }: Parts): Promise<void> {
  const hasEdge = config.roles.has('edge');
  await server.register(metricsPlugin, { registry: metrics });
  await server.register(healthPlugin, {
    checks: { ...(roles && { database: roles.check }), ...(hasEdge && { edge: () => server.assertEdgeServes() }) },
    metrics,
  });
  if (roles) await server.register(roles.unavailable);
  // The last one: what nobody else answers is an address of the site.
  if (hasEdge) await server.register(edgePlugin, { ...edgeOptions(config), storage, metrics });
}

const edgeOptions = (config: ServerConfig) => ({
  dataDir: join(config.dataDir, 'edge'),
  environment: config.edgeEnvironment,
  registryUrl: config.registryUrl,
  registryToken: () => readRegistryToken(config.edgeAccessDir),
  trustedKeys: () => readTrustedKeys(config.edgeAccessDir),
  publicOrigin: config.publicOrigin,
  securityContacts: config.securityContacts,
  production: config.production,
  renderer: config.renderer,
  reads: config.reads,
});
