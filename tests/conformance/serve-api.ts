/** The API on an embedded database in a directory, as a process of its own that a test can kill. Arguments: directory, key file. */
import { readFile } from 'node:fs/promises';
import { apiConfigSchema } from '@site/api/config';
import { apiPlugin, migrateApi } from '@site/api/plugin';
import { createTestIdentity } from '@site/api/testing/test-identity';
import { parseConfig } from '@site/platform/config';
import { openDatabase } from '@site/platform/database';
import { healthPlugin } from '@site/platform/health';
import { createHttpServer } from '@site/platform/http';
import { silentLogger } from '@site/platform/logging';
import { migratePlatform } from '@site/platform/platform-migrations';
import { openStorage } from '@site/platform/storage';

const [directory = '', keyFile = ''] = process.argv.slice(2);
const database = await openDatabase({ dataDir: directory });
await migratePlatform(database);
await migrateApi(database);
const identity = await createTestIdentity(await readFile(keyFile, 'utf8'));
await identity.addAccount('ada@example.com', { subject: 'ada' });
const logger = silentLogger();
const server = createHttpServer({ logger, production: false });
const config = parseConfig(apiConfigSchema, {
  NODE_ENV: 'test',
  BOT_CHECK_SECRET: 'a secret that survives the process',
  FORM_LIMIT: '1000000',
  RECIPIENT_LIMIT: '1000000',
});
const storage = await openStorage({ dir: `${directory}/files` });
await server.register(apiPlugin, {
  prefix: '/api',
  database,
  storage,
  identityAdmin: identity.admin,
  tokenVerifier: identity.verifier,
  logger,
  config,
});
await server.register(healthPlugin, { checks: { database: () => database.ping() } });
console.log(await server.listen({ host: '127.0.0.1', port: 0 }));
