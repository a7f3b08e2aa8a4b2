/** Migrations beside others who use the database, which only a server has. */
import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from './database';
import { isDatabaseDown } from './database-down';
import { migrate } from './migrate';
import { createTestDirectory, createTestServerDatabase } from './testing';

/** Long for a statement that does little, also on a busy machine. */
const LIMIT_MS = 2_000;
let server: Awaited<ReturnType<typeof createTestServerDatabase>>;
let directory: Awaited<ReturnType<typeof createTestDirectory>>;
/** Of a service: no statement takes longer than the limit. */
let database: Database;
let other: Database;

beforeAll(async () => {
  server = await createTestServerDatabase();
  directory = await createTestDirectory();
  database = await openDatabase({ url: server.url, statementTimeoutMs: LIMIT_MS });
  other = await openDatabase({ url: server.url });
});
afterAll(async () => {
  await Promise.all([database.close(), other.close()]);
  await server.drop();
  await directory.remove();
});

async function folder(name: string, files: Record<string, string>): Promise<string> {
  await mkdir(`${directory.path}/${name}`, { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(`${directory.path}/${name}/${file}`, text);
  return `${directory.path}/${name}`;
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('a migration', () => {
  it('does not make everybody wait who uses a table behind one who uses it for long, and is made again', async () => {
    const path = await folder('busy', { '0001_a.sql': 'create table busy.a (n int);' });
    await migrate(database, { name: 'busy', folder: path });
    await writeFile(`${path}/0002_b.sql`, 'create table busy.b (n int); alter table busy.a add column m int;');
    await other.rawTransaction(async (client) => {
      await client.query('select n from busy.a');
      const failure = await failureOf(migrate(database, { name: 'busy', folder: path, lockTimeoutMs: 50 }));
      expect(isDatabaseDown(failure)).toBe(true);
      // Would wait behind a migration that waits.
      await database.query('select n from busy.a');
    });
    await migrate(database, { name: 'busy', folder: path });
    await database.query('select m from busy.a, busy.b');
  });

  it('may take longer than a statement of a service may', async () => {
    const path = await folder('long', { '0001_a.sql': `select pg_sleep(${(1.5 * LIMIT_MS) / 1000});` });
    await migrate(database, { name: 'long', folder: path });
    expect(isDatabaseDown(await failureOf(database.query('select pg_sleep(600)')))).toBe(true);
  });
});
