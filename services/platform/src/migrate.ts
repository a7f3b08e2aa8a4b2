/** Migrations: the `.sql` files of a folder, in the order of their names, each applied once. */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { types } from 'node:util';
import type { Database, RawClient } from './database';

export interface MigrationOptions {
  /** Name of the service and of its PostgreSQL schema, in which its list of applied migrations is kept too. */
  name: string;
  /** Absolute path of the folder of SQL files, named `0001_what.sql` and so on. */
  folder: string;
  /**
   * A statement waits so long for those who use a table, and everybody who comes after it waits behind it. Then the whole attempt ends, to be made
   * again. Default 3,000.
   */
  lockTimeoutMs?: number;
}

/** Any number: all processes that migrate take this lock, one after the other. */
const LOCK_ID = 7_412_210;

const LOCK_TIMEOUT_MS = 3_000;

/**
 * What a migration says that takes something away: that the code which came with an earlier migration of the same folder, and all code since,
 * does without it. `tests/rules/migrations.test.ts` refuses a migration that takes something away and does not say so.
 */
export const CONTRACTS = /^-- contracts: unused since (\d{4}_\w+\.sql)$/m;

/** The user of the database may not read what was applied, or not apply what is missing. */
export class MigrationRightsError extends Error {
  override name = 'MigrationRightsError';
  constructor(schema: string, options: ErrorOptions) {
    super(
      `The user of DATABASE_URL may not bring the schema ${schema} up to date. First: operator prepare-database, with the address of the database's owner.`,
      options,
    );
  }
}

interface Script {
  file: string;
  sql: string;
}

interface Applied {
  file: string;
  sha256: string;
  /** Migration that code has to know in order to live with this one; null if any older code can. */
  needs: string | null;
}

/**
 * Applies what is missing, in one transaction: all of it or nothing. Safe to call from several processes at once. Newer migrations, of a
 * version that was here and is gone again, are left as they are.
 * Who may only read what was applied is content when nothing is missing.
 * @throws MigrationRightsError for a user who may do less than is needed.
 * @throws Error if a file that was applied before has changed or is gone, or if a newer one took away what this version uses. An error for
 *   which `isDatabaseDown` holds if a table was in use for too long: try again then.
 */
export async function migrate(database: Database, { name, folder, lockTimeoutMs = LOCK_TIMEOUT_MS }: MigrationOptions): Promise<void> {
  if (!/^[a-z][a-z_]*$/.test(name)) throw new Error(`'${name}' is not a name for a schema`);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const scripts = await Promise.all(files.map(async (file) => ({ file, sql: await readFile(join(folder, file), 'utf8') })));
  try {
    if (!(await isUpToDate(database, name, scripts))) await applyAll(database, { name, scripts, lockTimeoutMs });
  } catch (error) {
    throw codeOf(error) === INSUFFICIENT_PRIVILEGE ? new MigrationRightsError(name, { cause: error }) : error;
  }
}

/** @returns What a newer version than this one has applied: `schema/file`, in order. */
export async function newerMigrations(database: Database, { name, folder }: MigrationOptions): Promise<string[]> {
  const known = new Set(await readdir(folder));
  const { rows } = await database.query<{ file: string }>(`select file from ${name}.migrations order by file`);
  return rows.filter(({ file }) => !known.has(file)).map(({ file }) => `${name}/${file}`);
}

async function applyAll(database: Database, { name, scripts, lockTimeoutMs }: { name: string; scripts: Script[]; lockTimeoutMs: number }) {
  await database.rawTransaction(async (client) => {
    // Waiting for another process that migrates takes as long as it takes, and so does a statement that has its locks.
    await client.script('set local statement_timeout = 0; set local lock_timeout = 0;');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_ID]);
    await client.script(`set local lock_timeout = ${lockTimeoutMs};
      create schema if not exists ${name};
      create table if not exists ${name}.migrations (file text primary key, sha256 text not null, applied_at timestamptz not null default now());
      alter table ${name}.migrations add column if not exists needs text;`);
    const { rows } = await client.query<Applied>(`select file, sha256, needs from ${name}.migrations order by file`);
    assertUsable(name, scripts, rows);
    await applyMissing(client, name, scripts, rows);
  });
}

async function isUpToDate(database: Database, name: string, scripts: Script[]): Promise<boolean> {
  const { rows } = await database
    .query<Applied>(`select file, sha256, needs from ${name}.migrations order by file`)
    // No schema, no list, or one of before: it is made in the transaction.
    .catch((error: unknown) => {
      if (!NOT_THERE.has(codeOf(error))) throw error;
      return { rows: [] };
    });
  assertUsable(name, scripts, rows);
  const applied = new Map(rows.map(({ file, sha256 }) => [file, sha256]));
  return scripts.length > 0 && scripts.every(({ file, sql }) => applied.get(file) === hashOf(sql));
}

/** Codes of PostgreSQL: undefined table, invalid schema name, undefined column. */
const NOT_THERE = new Set(['42P01', '3F000', '42703']);
const INSUFFICIENT_PRIVILEGE = '42501';

const codeOf = (error: unknown): string => (types.isNativeError(error) && 'code' in error ? String(error.code) : '');
const hashOf = (sql: string): string => createHash('sha256').update(sql).digest('hex');

/** What the database has and this version does not: all of it is newer, and takes away nothing that this version uses. */
function assertUsable(name: string, scripts: Script[], applied: Applied[]): void {
  const known = new Set(scripts.map(({ file }) => file));
  const newest = scripts.at(-1)?.file ?? '';
  const unknown = applied.filter(({ file }) => !known.has(file));
  const older = unknown.find(({ file }) => file < newest);
  if (older) throw new Error(`The database has the migration ${name}/${older.file}, which is missing here although newer ones are not.`);
  const breaking = unknown.find(({ needs }) => needs !== null && !known.has(needs));
  if (breaking)
    throw new Error(
      `The migration ${name}/${breaking.file} of a newer version took away what this version uses. Start a version that knows ${name}/${String(breaking.needs)}.`,
    );
}

async function applyMissing(client: RawClient, name: string, scripts: Script[], applied: Applied[]): Promise<void> {
  const hashes = new Map(applied.map((row) => [row.file, row.sha256]));
  for (const { file, sql } of scripts) {
    const sha256 = hashOf(sql);
    const known = hashes.get(file);
    if (known !== undefined && known !== sha256)
      throw new Error(`The migration ${name}/${file} was changed after it was applied. Add a new file instead.`);
    if (known !== undefined) continue;
    await client.script(sql);
    const values = [file, sha256, CONTRACTS.exec(sql)?.[1] ?? null];
    await client.query(`insert into ${name}.migrations (file, sha256, needs) values ($1, $2, $3)`, values);
  }
}
