/** No call reads more of a table than it needs, however many members there are. `npm run bench -- scale` asks the same of 200,000. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrateApi } from '@site/api/plugin';
import { migrateIdentity } from '@site/identity/migrate-identity';
import { migratePlatform } from '@site/platform/platform-migrations';
import { openStorage } from '@site/platform/storage';
import { createTestDirectory, createTestServerDatabase } from '@site/platform/testing';
import { openProgramme, type Programme } from './testing/programme';
import { type Call, programmeCalls } from './testing/programme-calls';
import { seedProgramme } from './testing/seed-programme';
import { type Explained, openExplained } from './testing/statements';

/** So many that whatever grows with the members reads more than a call may. */
const SIZE = { members: 5_000, demos: 5, messages: 2_000 };

let empty: Awaited<ReturnType<typeof createTestServerDatabase>>;
let directory: Awaited<ReturnType<typeof createTestDirectory>>;
let explained: Explained;
let programme: Programme;
let calls: Call[];
beforeAll(async () => {
  [empty, directory] = [await createTestServerDatabase(), await createTestDirectory()];
  explained = await openExplained(empty.url);
  const { database } = explained;
  await migratePlatform(database);
  await migrateIdentity(database);
  await migrateApi(database);
  await seedProgramme(database, SIZE);
  programme = await openProgramme(database, await openStorage({ dir: directory.path }));
  calls = programmeCalls(programme, SIZE);
});
afterAll(async () => {
  await programme.close();
  await explained.database.close();
  await empty.drop();
  await directory.remove();
});

describe('every call of the API, and of the administration of accounts', () => {
  it('is among those that are tried', async () => {
    const document = (await programme.server.inject('/api/openapi.json')).json<{ paths: Record<string, object> }>();
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(new Set(calls.map(({ operation }) => operation).filter((operation) => operation !== null))).toEqual(new Set(operations));
  });

  it('reads no more of a table than a page needs', async () => {
    const tooMuch: string[] = [];
    for (const { name, prepare, mostRows } of calls) {
      const run = await prepare(1);
      explained.reads();
      await run();
      const reads = explained.reads().filter(({ rows }) => rows > mostRows);
      tooMuch.push(...reads.map(({ table, by, rows, statement }) => `${name}: ${by} of ${rows} rows of ${table} for ${statement}`));
    }
    expect(tooMuch).toEqual([]);
  });
});
