/** A PostgreSQL server, for production. */
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database, Db, RawClient } from './database';
import { isDatabaseDown } from './database-down';
import { notifyQuery } from './notify-query';
import type { Logger } from './logging';
import { createSubscriptions } from './postgres-subscriptions';
import { tracing } from './tracing';

export interface PostgresOptions {
  url: string;
  logger?: Logger | undefined;
  poolSize?: number | undefined;
  statementTimeoutMs?: number | undefined;
  onNotice?: ((message: string) => void) | undefined;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** An idle connection is asked so often whether its other end is there: a host that vanishes closes nothing. */
const KEEP_ALIVE_MS = 10_000;
/** A server that is there says by itself that a statement took too long. So long after it should have, it counts as gone. */
const SILENCE_MS = 5_000;
/** The longest that a timer holds. */
const UNLIMITED_MS = 2 ** 31 - 1;

export async function openPostgres({ url, logger, poolSize = 10, statementTimeoutMs = 0, onNotice }: PostgresOptions): Promise<Database> {
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
  const limit = statementTimeoutMs > 0 ? { statement_timeout: statementTimeoutMs, query_timeout: statementTimeoutMs + SILENCE_MS } : {};
  const pool = new pg.Pool({ ...connection, ...limit, max: poolSize });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', (err) => logger?.warn({ err }, 'an idle database connection broke'));
  // One that breaks while it is in use says so twice: to the query that meets it, and by this event, which would end the process too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (onNotice) pool.on('connect', (client) => client.on('notice', ({ message = '' }) => onNotice(message)));
  tracing()?.tracePool(pool);
  const db = drizzle(pool) as unknown as Db;
  const subscriptions = createSubscriptions(() => new pg.Client(connection), logger);

  return {
    dialect: 'postgres',
    db,
    transaction: (work) => withClient(pool, (client) => drizzle(client).transaction((tx) => work(tx as unknown as Db))),
    query: async (text, params) => ({ rows: (await pool.query(text, params)).rows as never[] }),
    rawTransaction: (work) => inTransaction(pool, work),
    listen: subscriptions.listen,
    notify: async (channel, payload, executor = db) => void (await executor.execute(notifyQuery(channel, payload))),
    ping: async () => void (await pool.query('select 1')),
    close: async () => {
      await subscriptions.close();
      if (!pool.ended) await pool.end();
    },
  };
}

/** A limit of a query's own, which the types of pg leave out. */
interface LimitedQuery extends pg.QueryConfig {
  query_timeout: number;
}

const unlimited = (text: string, values: unknown[] = []): LimitedQuery => ({ text, values, query_timeout: UNLIMITED_MS });

/** Its statements may set a limit of their own, such as none, of which only the server knows. */
const inTransaction = <T>(pool: pg.Pool, work: (client: RawClient) => Promise<T>): Promise<T> =>
  withClient(pool, async (client) => {
    try {
      await client.query('begin');
      const result = await work({
        query: async (text, params) => ({ rows: (await client.query(unlimited(text, params))).rows as never[] }),
        script: async (text) => void (await client.query(unlimited(text))),
      });
      await client.query('commit');
      return result;
    } catch (error) {
      // If this fails too, the connection is broken, and the server rolled back by itself.
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  });

/**
 * Lends a connection. It goes back whatever happens, also when the very first statement fails (Drizzle's own transaction on a pool keeps
 * it then), and is thrown away if the failure may be its own.
 */
async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    return await work(client);
  } catch (error) {
    broken = isDatabaseDown(error);
    throw error;
  } finally {
    client.release(broken);
  }
}
