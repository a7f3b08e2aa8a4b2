/** Migrations: the `.sql` files of a folder, in the order of their names, each applied once. */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, RawClient } from './database';

export interface MigrationOptions {
  /** Name of the service and of its PostgreSQL schema, in which its list of applied migrations is kept too. */
  name: string;
  /** Absolute path of the folder of SQL files, named `0001_what.sql` and so on. */
  folder: string;
}

/** Any number: all processes that migrate take this lock, one after the other. */
const LOCK_ID = 7_412_210;

/**
 * Applies what is missing, in one transaction: all of it or nothing. Safe to call from several processes at once.
 * @throws Error if a file that was applied before has changed or is gone.
 */
export async function migrate(database: Database, { name, folder }: MigrationOptions): Promise<void> {
  if (!/^[a-z][a-z_]*$/.test(name)) throw new Error(`'${name}' is not a name for a schema`);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const scripts = await Promise.all(files.map(async (file) => ({ file, sql: await readFile(join(folder, file), 'utf8') })));
  await database.rawTransaction(async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_ID]);
    await client.script(`create schema if not exists ${name};
      create table if not exists ${name}.migrations (file text primary key, sha256 text not null, applied_at timestamptz not null default now());`);
    await applyMissing(client, name, scripts);
  });
}

async function applyMissing(client: RawClient, name: string, scripts: { file: string; sql: string }[]): Promise<void> {
  const applied = await client.query<{ file: string; sha256: string }>(`select file, sha256 from ${name}.migrations order by file`);
  const hashes = new Map(applied.rows.map((row) => [row.file, row.sha256]));
  const gone = applied.rows.find((row) => !scripts.some(({ file }) => file === row.file));
  if (gone)
    throw new Error(`The database has the migration ${name}/${gone.file}, which this version does not know. Start a newer version.`);
  for (const { file, sql } of scripts) {
    const sha256 = createHash('sha256').update(sql).digest('hex');
    const known = hashes.get(file);
    if (known !== undefined && known !== sha256)
      throw new Error(`The migration ${name}/${file} was changed after it was applied. Add a new file instead.`);
    if (known !== undefined) continue;
    await client.script(sql);
    await client.query(`insert into ${name}.migrations (file, sha256) values ($1, $2)`, [file, sha256]);
  }
}
