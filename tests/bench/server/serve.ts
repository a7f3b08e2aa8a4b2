/**
 * A process under load: the product API on one database, and beside it a bare Fastify server that answers from memory and from the same
 * database. Started by `run.ts`; `BENCH_DATABASE_URL` names a server, without it the database is embedded.
 */
import { apiConfigSchema } from '@site/api/config';
import { apiPlugin, migrateApi } from '@site/api/plugin';
import { seedDevelopmentData } from '@site/api/seed/seed-development-data';
import { createTestIdentity } from '@site/api/testing/test-identity';
import { parseConfig } from '@site/platform/config';
import { openDatabase, type Database } from '@site/platform/database';
import { createHttpServer } from '@site/platform/http';
import { silentLogger } from '@site/platform/logging';
import { migratePlatform } from '@site/platform/platform-migrations';
import { openStorage } from '@site/platform/storage';
import { createTestDirectory } from '@site/platform/testing';
import fastify, { type FastifyInstance } from 'fastify';

/** Said to the parent when both servers listen. */
export interface Serving {
  api: string;
  bare: string;
  /** Value of the `Authorization` header of a member. */
  authorization: string;
}

const LIFE_SECONDS = 86_400;
const listen = (server: FastifyInstance) => server.listen({ host: '127.0.0.1', port: 0 });

const directory = await createTestDirectory();
const database = await openDatabase(process.env.BENCH_DATABASE_URL ? { url: process.env.BENCH_DATABASE_URL } : { dataDir: directory.path });
const { api, authorization } = await openApi(database);
const bare = await openBare(database, api);
const serving: Serving = { api: await listen(api), bare: await listen(bare), authorization };
process.send?.(serving);

process.once('SIGTERM', () => void close());
process.once('disconnect', () => void close());

async function openApi(db: Database): Promise<{ api: FastifyInstance; authorization: string }> {
  await migratePlatform(db);
  await migrateApi(db);
  const identity = await createTestIdentity();
  const { subject } = await identity.addAccount('member@example.com');
  await seedDevelopmentData(db, { subject, email: 'member@example.com', fullName: 'Ada Byron', phone: '+12125550100' });
  const logger = silentLogger();
  const server = createHttpServer({ logger, production: true, drainTimeoutMs: 0 });
  await server.register(apiPlugin, {
    prefix: '/api',
    database: db,
    storage: await openStorage({ dir: directory.path }),
    identityAdmin: identity.admin,
    tokenVerifier: identity.verifier,
    logger,
    config: parseConfig(apiConfigSchema, {}),
  });
  return { api: server, authorization: `Bearer ${await identity.tokenFor(subject, { lifeSeconds: LIFE_SECONDS })}` };
}

/** What Fastify and the database take by themselves for answers of the same size. */
async function openBare(db: Database, measured: FastifyInstance): Promise<FastifyInstance> {
  const list = (await measured.inject('/api/draft/playbooks')).json<unknown>();
  await db.query('create schema bench');
  await db.query('create table bench.written (id bigint generated always as identity primary key, url text, description text)');
  const server = fastify();
  server.get('/handler', async () => list);
  server.get('/query', async () => (await db.query('select * from api.playbook order by id')).rows);
  server.post('/insert', async (request) => {
    const { url, description } = request.body as { url: string; description: string };
    return (await db.query('insert into bench.written (url, description) values ($1, $2) returning *', [url, description])).rows[0];
  });
  return server;
}

async function close(): Promise<void> {
  await Promise.all([api.close(), bare.close()]);
  await database.close();
  await directory.remove();
  process.exit(0);
}
