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
  /** Ids of that member's demos, and of what the bare server changes. */
  demos: number[];
}

const LIFE_SECONDS = 86_400;
/** As many as connections, so that they wait for each other as little as members do. */
const DEMOS = 10;
const listen = (server: FastifyInstance) => server.listen({ host: '127.0.0.1', port: 0 });

const directory = await createTestDirectory();
const database = await openDatabase(process.env.BENCH_DATABASE_URL ? { url: process.env.BENCH_DATABASE_URL } : { dataDir: directory.path });
const { api, authorization, demos } = await openApi(database);
const bare = await openBare(database, api, demos);
const serving: Serving = { api: await listen(api), bare: await listen(bare), authorization, demos };
process.send?.(serving);

process.once('SIGTERM', () => void close());
process.once('disconnect', () => void close());

async function openApi(db: Database): Promise<{ api: FastifyInstance } & Pick<Serving, 'authorization' | 'demos'>> {
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
  const authorization = `Bearer ${await identity.tokenFor(subject, { lifeSeconds: LIFE_SECONDS })}`;
  const demos = await Promise.all(Array.from({ length: DEMOS }, () => addDemo(server, authorization)));
  return { api: server, authorization, demos };
}

async function addDemo(server: FastifyInstance, authorization: string): Promise<number> {
  const payload = { demo_kind_id: 1, url: 'https://example.com/demo', description: 'A demo.' };
  const answer = await server.inject({ method: 'POST', url: '/api/demos/player', headers: { authorization }, payload });
  if (answer.statusCode !== 200) throw new Error(`A demo could not be added: ${answer.statusCode} ${answer.body}`);
  return answer.json<{ id: number }>().id;
}

/** What Fastify and the database take by themselves for answers of the same size. */
async function openBare(db: Database, measured: FastifyInstance, ids: number[]): Promise<FastifyInstance> {
  const list = (await measured.inject('/api/draft/playbooks')).json<unknown>();
  await db.query('create schema bench');
  await db.query('create table bench.written (id bigint primary key, url text, description text)');
  await db.query('insert into bench.written (id) select unnest($1::bigint[])', [ids]);
  const server = fastify();
  server.get('/handler', async () => list);
  server.get('/query', async () => (await db.query('select * from api.playbook order by id')).rows);
  server.put('/written/:id', async (request) => {
    const { id } = request.params as { id: string };
    const { url, description } = request.body as { url: string; description: string };
    return (await db.query('update bench.written set url = $2, description = $3 where id = $1 returning *', [id, url, description]))
      .rows[0];
  });
  return server;
}

async function close(): Promise<void> {
  await Promise.all([api.close(), bare.close()]);
  await database.close();
  await directory.remove();
  process.exit(0);
}
