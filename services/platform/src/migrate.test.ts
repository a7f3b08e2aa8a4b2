import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from './database';
import { migrate } from './migrate';
import { createTestDatabase, createTestDirectory } from './testing';

let database: Database;
let directory: Awaited<ReturnType<typeof createTestDirectory>>;
beforeAll(async () => {
  database = await createTestDatabase();
  directory = await createTestDirectory();
});
afterAll(async () => {
  await database.close();
  await directory.remove();
});

async function folder(name: string, files: Record<string, string>): Promise<string> {
  const path = `${directory.path}/${name}`;
  await mkdir(path, { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(`${path}/${file}`, text);
  return path;
}

describe('migrations', () => {
  it('apply every file once, in order, also when several processes start at once', async () => {
    const path = await folder('once', {
      '0002_b.sql': 'insert into once.steps values (2);',
      '0001_a.sql': 'create table once.steps (n int); insert into once.steps values (1);',
    });
    await Promise.all(Array.from({ length: 5 }, () => migrate(database, { name: 'once', folder: path })));
    await writeFile(`${path}/0003_c.sql`, 'insert into once.steps values (3);');
    await migrate(database, { name: 'once', folder: path });
    const { rows } = await database.query<{ n: number }>('select n from once.steps order by n');
    expect(rows.map(({ n }) => n)).toEqual([1, 2, 3]);
  });

  it('apply all or nothing', async () => {
    const path = await folder('broken', { '0001_a.sql': 'create table broken.a (n int);', '0002_b.sql': 'create table broken.b (' });
    await expect(migrate(database, { name: 'broken', folder: path })).rejects.toThrow();
    const { rows } = await database.query(`select 1 from pg_tables where schemaname = 'broken'`);
    expect(rows).toEqual([]);
  });

  it('refuse a file that changed after it was applied, and one that is gone while newer ones are there', async () => {
    const first = { '0001_a.sql': 'create table changed.a (n int);' };
    const path = await folder('changed', { ...first, '0002_b.sql': '', '0003_c.sql': '' });
    await migrate(database, { name: 'changed', folder: path });
    const gone = await folder('gone', { ...first, '0003_c.sql': '' });
    await expect(migrate(database, { name: 'changed', folder: gone })).rejects.toThrow('changed/0002_b.sql, which is missing here');
    await writeFile(`${path}/0001_a.sql`, 'create table changed.a (n text);');
    await expect(migrate(database, { name: 'changed', folder: path })).rejects.toThrow('was changed after it was applied');
  });
});

describe('an older version', () => {
  const EXPAND = { '0001_a.sql': 'create table older.a (old int);', '0002_new.sql': 'alter table older.a add column new int;' };
  const UNUSED = { ...EXPAND, '0003_old_is_unused.sql': '-- Nothing reads or writes older.a.old any more.' };
  const CONTRACT = {
    ...UNUSED,
    '0004_drop.sql': '-- contracts: unused since 0003_old_is_unused.sql\nalter table older.a drop column old;',
  };
  const start = async (name: string, files: Record<string, string>) =>
    migrate(database, { name: 'older', folder: await folder(name, files) });

  it('starts on the database of a newer one that has added something', async () => {
    await start('expand', UNUSED);
    await start('before', { '0001_a.sql': EXPAND['0001_a.sql'] });
    await start('nothing', {});
    const { rows } = await database.query<{ file: string }>('select file from older.migrations order by file');
    expect(rows.map(({ file }) => file)).toEqual(Object.keys(UNUSED));
  });

  it('starts where something is gone that it does not use, and refuses where it does, with the migration that it would have to know', async () => {
    await start('contract', CONTRACT);
    await start('unused', UNUSED);
    await expect(start('user', EXPAND)).rejects.toThrow(
      'The migration older/0004_drop.sql of a newer version took away what this version uses. Start a version that knows older/0003_old_is_unused.sql.',
    );
  });

  it('may have applied its migrations before they said what they need', async () => {
    await database.query('alter table older.migrations drop column needs');
    await start('later', { ...CONTRACT, '0005_more.sql': '' });
    const { rows } = await database.query('select needs from older.migrations where needs is not null');
    expect(rows).toEqual([]);
  });
});
