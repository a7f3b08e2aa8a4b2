/** For tests only: databases of a server that are copied instead of being migrated. A copy takes a third of the time of the migrations of a service. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../database';
import { migrate, type MigrationOptions } from '../migrate';

/** Any number: whoever makes a template takes this lock, one after the other. */
const LOCK_ID = 7_412_211;

/**
 * The database to copy for one that the migrations were applied to, in their order. It is made when it is first asked for, and stays: its name
 * follows from what the migrations say, so that changed ones have another.
 * @param server Address of a database on the server.
 * @returns Its name. Nobody can connect to it.
 */
export async function templateDatabase(server: string, migrations: readonly MigrationOptions[]): Promise<string> {
  const name = await templateName(migrations);
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_ID]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await make(client, { server, name, migrations });
  } finally {
    await client.end();
  }
  return name;
}

interface Wanted {
  server: string;
  name: string;
  migrations: readonly MigrationOptions[];
}

/** It has its name once it is complete, and is gone if it does not become so. */
async function make(client: pg.Client, { server, name, migrations }: Wanted): Promise<void> {
  const unfinished = `${name}_unfinished`;
  const drop = () => client.query(`drop database if exists ${unfinished} with (force)`);
  await drop();
  await client.query(`create database ${unfinished}`);
  const url = new URL(server);
  url.pathname = `/${unfinished}`;
  try {
    const database = await openDatabase({ url: url.href, poolSize: 1 });
    try {
      for (const one of migrations) await migrate(database, one);
    } finally {
      await database.close();
    }
    // A database that somebody is connected to cannot be copied: neither are tests, nor what cleans up tables by itself.
    await client.query(`alter database ${unfinished} allow_connections false`);
    await client.query(`alter database ${unfinished} rename to ${name}`);
  } catch (error) {
    await drop();
    throw error;
  }
}

/** Follows from all that the migrations say. */
export async function templateName(migrations: readonly MigrationOptions[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { name, folder } of migrations) {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
    const scripts = await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')]));
    hash.update(JSON.stringify([name, scripts]));
  }
  return `test_template_${hash.digest('hex').slice(0, 32)}`;
}
