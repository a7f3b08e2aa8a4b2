/** For tests only: databases on a server whose tables are made once and used again, also by the next test file. Emptying one costs a tenth of making one. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Database, openDatabase } from '../database';

interface Keeper {
  /** What the names of all databases of this run begin with: at its end they are dropped by it. */
  prefix: string;
  /** Those that nobody uses, by the name of their tables: each a {@link Kept} in JSON, which holds nothing of the test file that made it. */
  idle: Map<string, string[]>;
}

declare global {
  /** Of all test files that run in one process, set by their environment. Outside of it nothing is kept. */
  var serverDatabases: Keeper | undefined;
}

/** Tables that several tests ask for. */
export interface TestTables {
  /** The same for the same tables. */
  name: string;
  migrate: (database: Database) => Promise<void>;
}

/** A database of which everything is known that its migrations made. */
interface Kept {
  url: string;
  /** Script that leaves the rows and the numbers that the migrations left. */
  empty: string;
  /** What {@link inventory} says of it. */
  pristine: string;
}

/** As many connections as a test has. */
const POOL_SIZE = 5;

/** The address of an empty database on the server that `TEST_DATABASE_URL` names, and how to drop it. */
export async function createTestServerDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `${globalThis.serverDatabases?.prefix ?? 'test_'}${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name}`);
  const url = new URL(server());
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => drop(url.href) };
}

/** An empty database. Closing it drops it. */
export async function openServerDatabase(): Promise<Database> {
  const { url, drop } = await createTestServerDatabase();
  const database = await openDatabase({ url, poolSize: POOL_SIZE });
  return { ...database, close: () => database.close().then(drop) };
}

/** A database with these tables as they are after their migrations. Closing it makes it free for the next one who asks for them. */
export async function borrowServerDatabase({ name, migrate }: TestTables): Promise<Database> {
  const { idle } = globalThis.serverDatabases ?? {};
  for (;;) {
    const text = idle?.get(name)?.pop();
    if (text === undefined) break;
    const kept = JSON.parse(text) as Kept;
    const database = await openDatabase({ url: kept.url, poolSize: POOL_SIZE });
    if (await isEmptied(database, kept)) return loanOf(name, database, kept);
    await database.close();
    await drop(kept.url);
  }
  const { url } = await createTestServerDatabase();
  const database = await openDatabase({ url, poolSize: POOL_SIZE });
  await migrate(database);
  return loanOf(name, database, { url, empty: await emptyingOf(database), pristine: await inventory(database) });
}

function loanOf(name: string, database: Database, kept: Kept): Database {
  return {
    ...database,
    async close() {
      await database.close();
      const { idle } = globalThis.serverDatabases ?? {};
      if (idle) idle.set(name, [...(idle.get(name) ?? []), JSON.stringify(kept)]);
      else await drop(kept.url);
    },
  };
}

const server = () => process.env.TEST_DATABASE_URL ?? '';
const drop = (url: string) => onServer(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Takes out of a database what a test has put into it. False if something stays behind, or somebody, which the next test would meet. */
async function isEmptied(database: Database, { empty, pristine }: Kept): Promise<boolean> {
  try {
    if (!(await isAlone(database))) return false;
    await database.rawTransaction((client) => client.script(empty));
    return (await inventory(database)) === pristine;
  } catch {
    return false;
  }
}

const OTHERS = `select count(*)::int as others from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
const LEAVING_MS = 2_000;
const POLL_MS = 5;

/** The server takes some milliseconds to see that a connection was closed. */
async function isAlone(database: Database): Promise<boolean> {
  const deadline = performance.now() + LEAVING_MS;
  for (;;) {
    const { rows } = await database.query<{ others: number }>(OTHERS);
    if (rows[0]?.others === 0) return true;
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
}

const OF_TESTS = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`;
const TABLES = `select format('%I.%I', n.nspname, c.relname) as name,
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and ${OF_TESTS} order by 1`;
const SEQUENCES = `select format('setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename), coalesce(last_value, start_value),
    last_value is not null) as setting from pg_sequences order by 1`;

/** The script that leaves in a database what is in it now. Its triggers and its references are out of the way meanwhile. */
async function emptyingOf(database: Database): Promise<string> {
  const { rows: tables } = await database.query<{ name: string; columns: string }>(TABLES);
  const { rows: sequences } = await database.query<{ setting: string }>(SEQUENCES);
  const deletions = tables.map(({ name }) => `delete from ${name};`);
  const insertions = await Promise.all(
    tables.map(async ({ name, columns }) => {
      const { rows } = await database.query<{ all: string | null }>(`select json_agg(one)::text as all from ${name} one`);
      const all = rows[0]?.all;
      if (!all) return '';
      const restored = `json_populate_recordset(null::${name}, ${pg.escapeLiteral(all)})`;
      return `insert into ${name} (${columns}) overriding system value select ${columns} from ${restored};`;
    }),
  );
  const numbers = sequences.length === 0 ? '' : `select ${sequences.map(({ setting }) => setting).join(', ')};`;
  return `set local session_replication_role = replica; ${deletions.join(' ')} ${insertions.join(' ')} ${numbers}`;
}

/** Any change in one of these makes a row of it anew. */
const CATALOGS = [
  ...['attrdef', 'attribute', 'collation', 'constraint', 'default_acl', 'depend', 'enum', 'event_trigger', 'extension', 'index'],
  ...['inherits', 'largeobject_metadata', 'namespace', 'policy', 'proc', 'publication', 'rewrite', 'sequence', 'trigger', 'type'],
];
/** A table whose rows were truncated has a new row in `pg_class`, and is the same. The settings of databases lie in one table for the whole server. */
const INVENTORY = `select ${CATALOGS.map((name) => `(select concat_ws(' ', count(*), max(xmin::text::bigint)) from pg_${name}) as ${name}`).join()},
  (select md5(string_agg(concat_ws(' ', oid, relname, relnamespace, relowner, relkind, relpersistence, relrowsecurity, relacl, reloptions),
    ',' order by oid)) from pg_class where relkind <> 't') as class,
  (select string_agg(s::text, ',' order by setrole) from pg_db_role_setting s
    where setdatabase = (select oid from pg_database where datname = current_database())) as settings`;

const inventory = async (database: Database) => JSON.stringify((await database.query(INVENTORY)).rows);
