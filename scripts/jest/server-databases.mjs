/** The databases on a PostgreSQL server that the processes which run tests keep, and Jest's global teardown, which drops them all. */
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../services/platform/package.json', import.meta.url));

/** Those that nobody uses, by the name of their tables. They outlive a test file: see services/platform/src/testing/server-databases.ts. */
export const idleServerDatabases = new Map();

/** What the names of all databases of a run begin with: that of the process which started those that run tests. */
export const PREFIX_VARIABLE = 'TEST_DATABASE_PREFIX';

export default async function dropServerDatabases() {
  const [url, prefix] = [process.env.TEST_DATABASE_URL, process.env[PREFIX_VARIABLE]];
  if (!url || !prefix) return;
  const client = new (require('pg').Client)({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [prefix]);
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  } finally {
    await client.end();
  }
}
