/**
 * For tests only: databases that a suite opens and forgets, and what such a suite needs beside them. `npm test` runs a test file that reaches
 * this one on PostgreSQL; one that needs no database takes what it needs from `testing/`.
 */
import type { Database } from './database';
import { databaseOf } from './database-pglite';
import { borrowPglite } from './testing/embedded-databases';
import { borrowServerDatabase, openServerDatabase, type TestTables } from './testing/server-databases';
import { asSingleConnection } from './testing/single-connection';

export { createTestServerDatabase, type TestTables } from './testing/server-databases';
export { createTestDirectory } from './testing/test-directory';
export { createTestServer } from './testing/test-server';

interface TestDatabaseOptions {
  /** For suites of a server alone, which look at a transaction from outside while it is under way. */
  severalConnections?: boolean;
  /** Tables that it has. A database is made for them once, and used again by whoever asks for tables of the same name. */
  tables?: TestTables | undefined;
}

/**
 * A database without rows but those of its migrations: in memory, or one to itself on the server that `TEST_DATABASE_URL` names, so that the
 * same suites run on either. What would hang on the first is refused on the second. Close it at the end.
 */
export async function createTestDatabase({ severalConnections = false, tables }: TestDatabaseOptions = {}): Promise<Database> {
  if (!process.env.TEST_DATABASE_URL) {
    const database = databaseOf(await borrowPglite());
    await tables?.migrate(database);
    return database;
  }
  const database = tables ? await borrowServerDatabase(tables) : await openServerDatabase();
  return severalConnections ? database : asSingleConnection(database);
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
