import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataDamagedError } from './data-damaged';
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

  it.each([
    ['cut-log', async (folder: string) => truncate(`${folder}/pg_wal/${(await readdir(`${folder}/pg_wal`))[0]}`, 1000)],
    ['control-lost', (folder: string) => rm(`${folder}/global/pg_control`)],
  ])('that is damaged says so, and what to do: %s', async (name, damage) => {
    const dataDir = `${directory.path}/${name}`;
    const folder = `${dataDir}/db/pglite`;
    await layEmptyDatabase(dataDir);
    await damage(folder);
    const sentence = `The database in ${folder} cannot be opened: it is damaged. Put a backup back: npm run restore -- <file> --replace (docs/runbooks/back-up-and-restore.md).`;
    // The second time too: a failure leaves no lock behind.
    for (let time = 0; time < 2; time++)
      await expect(openDatabase({ dataDir })).rejects.toMatchObject({ name: DataDamagedError.name, message: sentence });
  });

  it('is not made anew over tables that are there, and is where its making was broken off', async () => {
    const dataDir = `${directory.path}/version-lost`;
    const version = `${dataDir}/db/pglite/PG_VERSION`;
    await layEmptyDatabase(dataDir);
    await rm(version);
    const first = await openDatabase({ dataDir });
    await first.query('create table public.t (n int)');
    await first.close();
    const kept = await readFile(version);
    await rm(version);
    await expect(openDatabase({ dataDir })).rejects.toThrow(DataDamagedError);
    await writeFile(version, kept);
    const second = await openDatabase({ dataDir });
    expect((await second.query('select n from public.t')).rows).toEqual([]);
    await second.close();
  });
});
