/** One PostgreSQL for all services: embedded (PGlite) by default, a server by configuration. */
import { resolve } from 'node:path';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Logger } from './logging';

interface Rows<R> {
  rows: R[];
}

interface RowsResult extends PgQueryResultHKT {
  type: Rows<this['row']>;
}

/** A Drizzle database or a transaction of it, the same for both dialects. Repositories take one of these. */
export type Db = PgDatabase<RowsResult>;

/** Plain statements, for migrations and for stores that bring their own SQL. */
export interface RawClient {
  /** One statement with `$1` parameters. */
  query<R>(text: string, params?: unknown[]): Promise<{ rows: R[] }>;
  /** Any number of statements without parameters. */
  script(text: string): Promise<void>;
}

/** Called with the payload of a notification, or with null when some may have been lost: read the state anew then. */
export type Listener = (payload: string | null) => void;

export interface Database {
  dialect: 'pglite' | 'postgres';
  db: Db;
  /**
   * Runs `work` in one transaction; it rolls back if `work` throws. Inside, use `tx` only: the embedded database has one connection,
   * and a query beside the transaction would wait for it forever.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** One plain statement with `$1` parameters, outside transactions. Repositories use `db`. */
  query<R>(text: string, params?: unknown[]): Promise<{ rows: R[] }>;
  rawTransaction<T>(work: (client: RawClient) => Promise<T>): Promise<T>;
  /** Subscribes to a channel. Resolves once subscribed, to the function that ends it. */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>;
  /** Sends to a channel; with a transaction as `executor`, when it commits. Payload: at most 7,999 bytes. */
  notify(channel: string, payload: string, executor?: Db): Promise<void>;
  /** @throws if the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `postgres://` address of a server. */
  url?: string | undefined;
  /** Directory of the embedded database, in its folder `db`. With neither, the database is in memory. */
  dataDir?: string | undefined;
  logger?: Logger | undefined;
  /** Connections to a server. Default 10. */
  poolSize?: number | undefined;
  /** Longest time of one statement on a server, in milliseconds. Without it there is no limit. */
  statementTimeoutMs?: number | undefined;
  /** Told what a server says beside its answers. */
  onNotice?: ((message: string) => void) | undefined;
}

/** Opens the database of a process. @throws DataInUseError if another process uses the directory. */
export async function openDatabase({ url, dataDir, ...options }: DatabaseOptions = {}): Promise<Database> {
  if (url) {
    const { openPostgres } = await import('./database-postgres');
    return openPostgres({ url, ...options });
  }
  const { openPglite } = await import('./database-pglite');
  return openPglite(dataDir === undefined ? undefined : resolve(dataDir, 'db'));
}
