/** The roles that need the database, their tables and their workers. */
import { apiPlugin, migrateApi } from '@site/api/plugin';
import { migrateIdentity } from '@site/identity/migrate-identity';
import type { Database, Db } from '@site/platform/database';
import { startHousekeeping, tidyLimits, tidyMailFiles, tidyMessages } from '@site/platform/housekeeping';
import type { Logger } from '@site/platform/logging';
import { openMailTransport } from '@site/platform/mail';
import { mailViewer } from '@site/platform/mail-viewer';
import { createOutboxWorker } from '@site/platform/outbox';
import { createOutboxMetrics } from '@site/platform/outbox-metrics';
import { migratePlatform } from '@site/platform/platform-migrations';
import type { Storage } from '@site/platform/storage';
import { registryPlugin } from '@site/registry/plugin';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { API_PREFIX, type ServerConfig } from './config';
import { defaultParams } from './default-params';
import { admitEdges } from './edge-access';
import { openMembers } from './members';
import { openChannel } from './operator/channel';
import { answerCommand } from './operator/operator-cli';
import type { SampleAccount } from './sample-data';
import { signInOf } from './sign-in';
import { openSigningKey } from './signing-key';

interface Parts {
  logger: Logger;
  storage: Storage;
  database: Database;
  metrics: Registry;
}

export async function mountOnDatabase(server: FastifyInstance, config: ServerConfig, parts: Parts): Promise<SampleAccount[]> {
  const { database, logger, storage } = parts;
  await migratePlatform(database);
  server.addHook('onClose', startHousekeeping(database, logger, tidyLimits));
  if (config.roles.has('registry')) {
    // It asks the provider's tables whether a sign-in stands.
    if (config.identity.kind === 'embedded') await migrateIdentity(database);
    const signingKey = await openSigningKey(config.signingKeyFile);
    const params = { defaults: defaultParams(config), file: config.paramsFile };
    await server.register(registryPlugin, {
      ...{ prefix: '/registry', database, storage, dataDir: config.dataDir, signingKey, params },
      signIn: signInOf(config, database),
      webhooks: { production: config.production, hosts: config.webhookHosts },
      localPreviews: !config.production,
    });
    await admitEdges(config, signingKey, database.db);
  }
  if (!config.production) await server.register(mailViewer, { prefix: '/_dev/mail', dataDir: config.dataDir });
  return config.roles.has('identity') || config.roles.has('api') ? mountMembers(server, config, parts) : [];
}

/** The roles that know people: identity and api. */
async function mountMembers(server: FastifyInstance, config: ServerConfig, parts: Parts): Promise<SampleAccount[]> {
  const { database, logger, storage } = parts;
  const tidyMail = async (db: Db) => {
    await tidyMessages(db);
    await tidyMailFiles(config.dataDir);
  };
  server.addHook('onClose', startHousekeeping(database, logger, tidyMail));
  createOutboxMetrics(parts.metrics, database);
  await startMail(server, config, database, logger);
  const members = await openMembers(config, database);
  await members.mount(server, parts.metrics);
  if (!config.roles.has('api')) return [];
  await migrateApi(database);
  const { identityAdmin, tokenVerifier } = members;
  if (config.databaseUrl === undefined) {
    const closeChannel = await openChannel(config.dataDir, (argv) => answerCommand(argv, { database, ...members }), logger);
    server.addHook('onClose', closeChannel);
  }
  await server.register(apiPlugin, { prefix: API_PREFIX, database, storage, logger, config: config.api, identityAdmin, tokenVerifier });
  return config.production ? [] : members.createSampleData();
}

async function startMail(server: FastifyInstance, config: ServerConfig, database: Database, logger: Logger): Promise<void> {
  const transport = openMailTransport({ smtpUrl: config.smtpUrl, dataDir: config.dataDir, from: config.mailFrom });
  const outbox = createOutboxWorker({ database, transport, logger, domain: new URL(config.publicOrigin).hostname });
  server.addHook('onClose', async () => {
    await outbox.stop();
    transport.close();
  });
  await outbox.start();
}
