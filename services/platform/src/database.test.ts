import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { type Database, openDatabase } from './database';
import { migrate } from './migrate';
import { createHearing, createTestDatabase, createTestDirectory } from './testing';

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

  it('refuse a file that changed after it was applied, and a database from a newer version', async () => {
    const path = await folder('changed', { '0001_a.sql': 'create table changed.a (n int);' });
    await migrate(database, { name: 'changed', folder: path });
    await writeFile(`${path}/0001_a.sql`, 'create table changed.a (n text);');
    await expect(migrate(database, { name: 'changed', folder: path })).rejects.toThrow('was changed after it was applied');
    await expect(migrate(database, { name: 'changed', folder: await folder('empty', {}) })).rejects.toThrow('does not know');
  });
});

describe('the database', () => {
  it('rolls back what fails, notifications included', async () => {
    await database.query('create table public.kept (n int)');
    const heard = createHearing();
    await database.listen('test_channel', heard.listener);
    const failing = database.transaction(async (tx) => {
      await tx.execute(sql`insert into public.kept values (1)`);
      await database.notify('test_channel', 'never', tx);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await database.transaction((tx) => database.notify('test_channel', 'committed', tx));
    // Notifications arrive in the order of their commits, so one that was sent wrongly would have come first.
    await heard.times(1);
    expect(heard.payloads).toEqual(['committed']);
    expect((await database.query('select n from public.kept')).rows).toEqual([]);
  });

  it('tells a listener nothing more once it has left', async () => {
    const [left, stays] = [createHearing(), createHearing()];
    const leave = await database.listen('left_channel', left.listener);
    await database.listen('left_channel', stays.listener);
    await leave();
    await database.notify('left_channel', 'too late');
    await stays.times(1);
    expect(left.payloads).toEqual([]);
  });

  it('gives the rows of raw statements in one shape', async () => {
    const { rows } = await database.db.execute<{ n: number; t: string }>(sql`select 1 as n, 'x' as t`);
    expect(rows).toEqual([{ n: 1, t: 'x' }]);
  });

  it('answers a ping, and no longer after it is closed', async () => {
    const other = await createTestDatabase();
    await other.ping();
    await other.close();
    await expect(other.ping()).rejects.toThrow(/closed|after calling end/);
  });
});

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
});
