/** For tests only: embedded databases that are used again, also by the next test file. Emptying one costs a tenth of making one. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import type { PgliteClient } from '../database-pglite';

interface Keeper {
  /** A database in memory: that of a dump, or an empty one. */
  start(dump?: Blob): Promise<PGlite>;
  /** Those that nobody uses, each with what it held when it was new. */
  idle: Map<PGlite, string>;
}

declare global {
  /** Of all test files that run in one process, set by their environment. Outside of it nothing is kept. */
  var embeddedDatabases: Keeper | undefined;
}

const start: Keeper['start'] = (dump) =>
  globalThis.embeddedDatabases?.start(dump) ?? PGlite.create({ dataDir: 'memory://', ...(dump && { loadDataDir: dump }) });

/** An empty database in memory. Closing it makes it free for the next one who asks. */
export async function borrowPglite(): Promise<PgliteClient> {
  const { idle } = globalThis.embeddedDatabases ?? {};
  for (const [client, pristine] of idle ?? []) {
    idle?.delete(client);
    return loanOf(client, pristine);
  }
  const client = await start(await emptyDatabase());
  return loanOf(client, await inventory(client));
}

/** Dump of an empty database: loading it takes a fifth of the time of making one. */
const emptyDatabase = async (): Promise<Blob> => new Blob([new Uint8Array(await readFile(await emptyDatabaseFile()))]);

/** Path of an archive of an empty database, made once per machine and version. */
async function emptyDatabaseFile(): Promise<string> {
  const { dependencies } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const file = join(tmpdir(), `site-test-pglite-${dependencies['@electric-sql/pglite']}.tar`);
  if (await stat(file).catch(() => null)) return file;
  const client = await start();
  const dump = await client.dumpDataDir('none');
  await client.close();
  const unfinished = `${file}.${randomBytes(8).toString('hex')}`;
  await writeFile(unfinished, new Uint8Array(await dump.arrayBuffer()));
  await rename(unfinished, file);
  return file;
}

/**
 * Puts an empty database into a data directory without one, so that `openDatabase` finds it there. To make it takes the processor five seconds, to
 * open one that is there less than half a second.
 */
export async function layEmptyDatabase(dataDir: string): Promise<void> {
  const directory = join(dataDir, 'db/pglite');
  await mkdir(directory, { recursive: true });
  await promisify(execFile)('tar', ['-xf', await emptyDatabaseFile(), '-C', directory]);
}

function loanOf(client: PGlite, pristine: string): PgliteClient {
  let closed = false;
  let underWay = 0;
  const listeners: { channel: string; heard: (payload: string) => void }[] = [];
  async function whileOpen<T>(work: () => Promise<T>): Promise<T> {
    if (closed) throw new Error('The database is closed');
    underWay += 1;
    return work().finally(() => (underWay -= 1));
  }
  return {
    get closed() {
      return closed;
    },
    query: (...call) => whileOpen(() => client.query(...call)),
    transaction: (work) => whileOpen(() => client.transaction(work)),
    listen: (channel, listener) =>
      whileOpen(async () => {
        const heard = (payload: string) => void (closed || listener(payload));
        listeners.push({ channel, heard });
        return client.listen(channel, heard);
      }),
    async close() {
      if (closed) return;
      closed = true;
      // What is still under way may hold the only connection for ever: such a database is not used again.
      const { idle } = globalThis.embeddedDatabases ?? {};
      if (!idle || underWay > 0) return client.close();
      for (const { channel, heard } of listeners) await client.unlisten(channel, heard);
      if (await isEmptied(client, pristine)) idle.set(client, pristine);
      else await client.close();
    },
  };
}

/** Takes everything out of a database. False if something stays behind, which the next one would find. */
async function isEmptied(client: PGlite, pristine: string): Promise<boolean> {
  try {
    for (const script of ['rollback', 'discard all', EMPTY]) await client.exec(script);
    return (await inventory(client)) === pristine;
  } catch {
    return false;
  }
}

const EMPTY = `
  do $$
  declare one record;
  begin
    for one in select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' loop
      execute format('drop schema %I cascade', one.name);
    end loop;
    for one in select rolname as name from pg_roles where rolname !~ '^pg_' and rolname <> current_user loop
      execute format('drop owned by %I cascade', one.name);
      execute format('drop role %I', one.name);
    end loop;
    execute format('alter database %I reset all', current_database());
  end $$;
  alter role current_user reset all;
  create schema public authorization pg_database_owner;
  grant usage on schema public to public;
  comment on schema public is 'standard public schema';
  checkpoint;`;

/** What can be left behind, in the catalog and in the session. */
const KINDS =
  'authid class db_role_setting default_acl depend event_trigger extension largeobject_metadata namespace proc publication type'.split(' ');
const INVENTORY = `select ${KINDS.map((kind) => `(select count(*) from pg_${kind}) as ${kind}`).join()},
  (select nspacl::text from pg_namespace where nspname = 'public') as public,
  (select count(*) from pg_prepared_statements) as statements, (select count(*) from pg_cursors) as cursors,
  (select count(*) from pg_locks where locktype = 'advisory') as locks, (select count(*) from pg_listening_channels()) as channels,
  (select string_agg(name || setting, ',' order by name) from pg_settings where source = 'session') as settings`;

const inventory = async (client: PGlite) => JSON.stringify((await client.query(INVENTORY)).rows);
