/** Makes the tables of all roles, and gives each role its rights on them. By the owner of the database, before every start of another version. */
import { apiMigrations, migrateApi } from '@site/api/plugin';
import { identityMigrations, migrateIdentity } from '@site/identity/migrate-identity';
import type { Database } from '@site/platform/database';
import { newerMigrations } from '@site/platform/migrate';
import { dropEmptyHistory } from '@site/registry/adoption/adopt-history';
import { migrateRegistry, registryMigrations } from '@site/registry/migrations';
import { DATABASE_ROLES, groupOf, RIGHTS, SCHEMAS, schemasOf, TAKEN_BACK } from './database-rights';

/** Any number: whoever prepares a database waits for the other. */
const LOCK_ID = 7_412_211;

/**
 * May be repeated, also while the site runs: rights change in one transaction.
 * @returns The last migration of a newer version, or null. Its rights stay then: its processes run beside those of this one, and need them.
 */
export async function prepareDatabase(database: Database): Promise<string | null> {
  await migrateRegistry(database);
  await dropEmptyHistory(database);
  await migrateIdentity(database);
  await migrateApi(database);
  const newer: string[] = [];
  for (const one of [...registryMigrations, identityMigrations, apiMigrations]) newer.push(...(await newerMigrations(database, one)));
  if (newer.length > 0) return newer.at(-1) ?? null;
  await database.rawTransaction(async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_ID]);
    for (const statement of statements()) await client.script(statement);
  });
  return null;
}

function* statements(): Generator<string> {
  const groups = DATABASE_ROLES.map(groupOf).join(', ');
  for (const role of DATABASE_ROLES) yield createGroup(groupOf(role));
  for (const schema of SCHEMAS) {
    for (const what of ['schema', 'all tables in schema', 'all sequences in schema', 'all functions in schema'])
      yield `revoke all on ${what} ${schema} from ${groups}`;
  }
  for (const role of DATABASE_ROLES) {
    yield `grant usage on schema ${schemasOf(role).join(', ')} to ${groupOf(role)}`;
    yield `grant usage on all sequences in schema ${role} to ${groupOf(role)}`;
    for (const { may, on } of RIGHTS[role]) yield `grant ${may} on ${on} to ${groupOf(role)}`;
  }
  for (const { may, on } of TAKEN_BACK) yield `revoke ${may} on ${on} from ${groups}`;
}

/** Groups belong to the server, where another database may be prepared at the same time. */
const createGroup = (group: string): string => `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${group}') then create role ${group} nologin; end if;
  exception when duplicate_object or unique_violation then null;
  end $$`;
