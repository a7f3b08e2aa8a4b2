import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from './database';
import { layEmptyDatabase } from './testing/embedded-databases';
import { createTestDirectory } from './testing/test-directory';

let directory: Awaited<ReturnType<typeof createTestDirectory>>;
beforeAll(async () => {
  directory = await createTestDirectory();
});
afterAll(() => directory.remove());

describe('the embedded database', () => {
  it('keeps its data, and refuses a second opening of its directory', async () => {
    const dataDir = `${directory.path}/data`;
    const first = await openDatabase({ dataDir });
    await first.query('create table public.t (n int)');
    await expect(openDatabase({ dataDir })).rejects.toThrow('is in use by process');
    await first.close();
    const second = await openDatabase({ dataDir });
    expect((await second.query('select n from public.t')).rows).toEqual([]);
    await second.close();
  });

  it('that was laid into a directory for a test is an empty one', async () => {
    const dataDir = `${directory.path}/laid`;
    await layEmptyDatabase(dataDir);
    const database = await openDatabase({ dataDir });
    const tables = `select relname from pg_class where oid >= 16384 and relkind = 'r'`;
    expect((await database.query(tables)).rows).toEqual([]);
    await database.query('create table public.t (n int)');
    expect((await database.query(tables)).rows).toEqual([{ relname: 't' }]);
    await database.close();
  });
});
