/**
 * A process with the identity provider, an empty database in memory, the sample accounts and the harness page. It tells its parent where it
 * listens, and ends with it.
 */
import { authParams } from '@site/identity/auth-params';
import { IDENTITY_PREFIX, parseIdentityConfig } from '@site/identity/config';
import { createIdentityContext } from '@site/identity/identity-context';
import { createIdentityAdmin } from '@site/identity/local-identity-admin';
import { migrateIdentity } from '@site/identity/migrate-identity';
import { identityPlugin } from '@site/identity/plugin';
import { seedDevelopmentAccounts } from '@site/identity/seed-development-accounts';
import { databaseOf } from '@site/platform/database-pglite';
import { createHttpServer } from '@site/platform/http';
import { createLogger } from '@site/platform/logging';
import type { Mail } from '@site/platform/mail';
import { migratePlatform } from '@site/platform/platform-migrations';
import { borrowPglite } from '@site/platform/testing/embedded-databases';
import { sql } from 'drizzle-orm';
import { freePort } from '../free-port';
import { bundleHarness } from './bundle-harness';

const port = await freePort();
const origin = `http://localhost:${port}`;
const config = parseIdentityConfig({
  PUBLIC_URL: origin,
  IDENTITY_FORM_POSTS_PER_MINUTE: '10000',
  // What it costs to check a password is the matter of the tests of secret-hash.ts; here it would be half of the work.
  IDENTITY_HASH_COST: '4',
  IDENTITY_SECOND_FACTOR: 'required',
  IDENTITY_SECOND_FACTOR_GROUPS: 'release-manager',
});
const database = databaseOf(await borrowPglite());
await migratePlatform(database);
await migrateIdentity(database);
const context = await createIdentityContext(database, config);
await seedDevelopmentAccounts(context, { password: process.env.SEED_PASSWORD });

const server = createHttpServer({ logger: createLogger({ level: 'error' }), production: false });
await server.register(identityPlugin, { prefix: IDENTITY_PREFIX, database, config });

const script = await bundleHarness();
const page = `<!doctype html><title>Harness</title><script>window.auth = ${JSON.stringify(authParams(config))}</script><script src="/harness.js"></script>`;
server.get('/harness.js', async (_request, reply) => reply.type('text/javascript').send(script));
for (const path of ['/', '/signin', '/signout']) server.get(path, async (_request, reply) => reply.type('text/html').send(page));

// What the tests need of the staff side: an invitation, and the mails that were sent.
server.post('/test/invite', async (request) =>
  createIdentityAdmin(context).createUser({
    fullName: 'Grace Hopper',
    phone: '+12125550101',
    email: (request.body as { email: string }).email,
  }),
);
server.get('/test/mails', async () => {
  const { rows } = await database.db.execute<{ mail: Mail }>(sql`select mail from platform.outbox order by created_at`);
  return rows.map((row) => row.mail);
});

await server.listen({ port, host: '127.0.0.1' });
process.send?.({ origin });
process.once('disconnect', () => process.exit(0));
