/**
 * For tests only: databases that a suite opens and forgets, and what such a suite needs beside them. `npm test` runs a test file that reaches
 * this one on PostgreSQL; one that needs no database takes what it needs from `testing/`.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Database, openDatabase } from './database';
import { databaseOf } from './database-pglite';
import { migrate, type MigrationOptions } from './migrate';
import { borrowPglite } from './testing/embedded-databases';
import { asSingleConnection } from './testing/single-connection';
import { templateDatabase } from './testing/template-database';

export { createTestDirectory } from './testing/test-directory';
export { createTestServer } from './testing/test-server';

/**
 * A database that the migrations were applied to, an empty one without any: in memory, or a fresh one on the server that `TEST_DATABASE_URL`
 * names, so that the same suites run on either. What would hang on the first is refused on the second. Closing it drops it.
 * @param options `severalConnections`: for suites of a server alone, which look at a transaction from outside while it is under way.
 */
export async function createTestDatabase({
  migrations = [],
  severalConnections = false,
}: { migrations?: readonly MigrationOptions[]; severalConnections?: boolean } = {}): Promise<Database> {
  if (!process.env.TEST_DATABASE_URL) {
    const embedded = databaseOf(await borrowPglite());
    for (const one of migrations) await migrate(embedded, one);
    return embedded;
  }
  const { url, drop } = await createTestServerDatabase(migrations);
  const opened = await openDatabase({ url, poolSize: 5 });
  const database = severalConnections ? opened : asSingleConnection(opened);
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

/** The address of a database on the server that `TEST_DATABASE_URL` names, and how to drop it. Without migrations it is empty. */
export async function createTestServerDatabase(
  migrations: readonly MigrationOptions[] = [],
): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL ?? '';
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = migrations.length > 0 ? ` template ${await templateDatabase(server, migrations)}` : '';
  await onServer(server, `create database ${name}${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A listener for {@link Database.listen} that can be waited for. */
export function createHearing() {
  const payloads: (string | null)[] = [];
  let heard = () => {};
  return {
    /** What was heard, oldest first. */
    payloads,
    listener: (payload: string | null) => {
      payloads.push(payload);
      heard();
    },
    /** Resolves once so many notifications were heard. */
    async times(count: number): Promise<void> {
      while (payloads.length < count) await new Promise<void>((resolve) => (heard = resolve));
    },
  };
}
