/** The embedded database: PostgreSQL in this process, in a directory or in memory. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { DataDamagedError, explainOpening } from './data-damaged';
import { lockDirectory } from './data-lock';
import type { Database, Db } from './database';
import { notifyQuery } from './notify-query';
import { tracing } from './tracing';

/**
 * @param directory Where the data lives; in memory if undefined.
 * @throws DataInUseError, DataDamagedError, and what the disk refuses with the code of the system.
 */
export async function openPglite(directory: string | undefined): Promise<Database> {
  if (directory === undefined) return databaseOf(await PGlite.create({ dataDir: 'memory://' }));
  const unlock = lockDirectory(directory);
  try {
    return databaseOf(await openFolder(`${directory}/pglite`), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function openFolder(folder: string): Promise<PGlite> {
  mkdirSync(folder, { recursive: true });
  const wasThere = existsSync(`${folder}/PG_VERSION`);
  // Without this file PGlite makes a new database in the place of the one that is there.
  if (!wasThere && hasTables(folder)) throw new DataDamagedError(folder, null);
  let log: string[] | null = [];
  try {
    return await PGlite.create({ dataDir: `file://${folder}`, onStderr: (line) => log !== null && log.push(line) > 0 });
  } catch (error) {
    throw explainOpening(error, { folder, wasThere, log });
  } finally {
    log = null;
  }
}

/** PostgreSQL's `FirstNormalObjectId`: files of tables that a new database does not have are named by numbers from here on. */
const FIRST_OWN_FILE = 16_384;

/** Whether something was ever made in this database. Not so where making the database itself was broken off, which is begun anew. */
function hasTables(folder: string): boolean {
  if (!existsSync(`${folder}/base`)) return false;
  return readdirSync(`${folder}/base`, { recursive: true }).some((name) => Number.parseInt(basename(String(name)), 10) >= FIRST_OWN_FILE);
}

/** What this file needs of an embedded database that runs. */
export type PgliteClient = Pick<PGlite, 'query' | 'transaction' | 'listen' | 'closed' | 'close'>;

/** @param onClosed Called once it is closed. */
export function databaseOf(given: PgliteClient, onClosed: () => void = () => undefined): Database {
  const client = traced(given);
  const db = drizzle(client as PGlite) as unknown as Db;

  return {
    dialect: 'pglite',
    db,
    transaction: (work) => db.transaction((tx) => work(tx as unknown as Db)),
    query: async (text, params) => ({ rows: (await client.query(text, params)).rows as never[] }),
    rawTransaction: (work) =>
      client.transaction((tx) =>
        work({
          query: async (text, params) => ({ rows: (await tx.query(text, params)).rows as never[] }),
          script: async (text) => void (await tx.exec(text)),
        }),
      ),
    listen: async (channel, listener) => {
      const unlisten = await client.listen(channel, (payload) => listener(payload));
      return () => unlisten();
    },
    notify: async (channel, payload, executor = db) => void (await executor.execute(notifyQuery(channel, payload))),
    ping: async () => void (await client.query('select 1')),
    close: async () => {
      if (!client.closed) await client.close();
      onClosed();
    },
  };
}

/** With a span for each statement, those within a transaction too. */
function traced(client: PgliteClient): PgliteClient {
  const traces = tracing();
  if (!traces) return client;
  const queryOf =
    (one: Pick<PgliteClient, 'query'>): PgliteClient['query'] =>
    (text, ...rest) =>
      traces.traceStatement(text, () => one.query(text, ...rest));
  return {
    query: queryOf(client),
    transaction: (work) => client.transaction((tx) => work(Object.assign(tx, { query: queryOf({ query: tx.query.bind(tx) }) }))),
    listen: (...args) => client.listen(...args),
    close: () => client.close(),
    get closed() {
      return client.closed;
    },
  };
}
