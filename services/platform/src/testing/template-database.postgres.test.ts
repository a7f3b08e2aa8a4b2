import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { type Database, openDatabase } from '../database';
import { createTestDatabase, createTestDirectory } from '../testing';
import { templateDatabase, templateName } from './template-database';

const SERVER = String(process.env.TEST_DATABASE_URL);
let server: Database;
let directory: Awaited<ReturnType<typeof createTestDirectory>>;
beforeAll(async () => {
  server = await openDatabase({ url: SERVER, poolSize: 2 });
  directory = await createTestDirectory();
});
afterAll(async () => {
  for (const name of mine) await server.query(`drop database if exists ${name}`);
  await server.close();
  await directory.remove();
});

const migrations = () => [{ name: 'copied', folder: directory.path }];
const write = (file: string, sql: string) => writeFile(join(directory.path, file), sql);
const mine: string[] = [];

async function template(): Promise<string> {
  const name = await templateDatabase(SERVER, migrations());
  mine.push(name);
  return name;
}

const databases = async (like: string) => (await server.query('select from pg_database where datname like $1', [`${like}%`])).rows.length;
const words = async (database: Database) =>
  (await database.query<{ word: string }>('select word from copied.words order by word')).rows.map(({ word }) => word);

it('databases with the same migrations are copies of one, and none has what was written into another', async () => {
  await write('0001_words.sql', `create table copied.words (word text); insert into copied.words values ('first');`);
  const names = await Promise.all([template(), template(), template()]);
  expect(new Set(names).size).toBe(1);
  const [one, other] = await Promise.all([
    createTestDatabase({ migrations: migrations() }),
    createTestDatabase({ migrations: migrations() }),
  ]);
  try {
    await one.query(`insert into copied.words values ('second')`);
    expect(await words(one)).toEqual(['first', 'second']);
    expect(await words(other)).toEqual(['first']);
    expect(await databases(String(names[0]))).toBe(1);
  } finally {
    await one.close();
    await other.close();
  }
});

it('migrations that say something else have another template', async () => {
  const before = await template();
  await write('0001_words.sql', `create table copied.words (word text); insert into copied.words values ('changed');`);
  const after = await template();
  expect(after).not.toBe(before);
  const database = await createTestDatabase({ migrations: migrations() });
  try {
    expect(await words(database)).toEqual(['changed']);
  } finally {
    await database.close();
  }
});

it('migrations that fail leave no template, and fail the next one who asks too', async () => {
  await write('0002_wrong.sql', 'select nothing_like_it();');
  await expect(templateDatabase(SERVER, migrations())).rejects.toThrow('nothing_like_it');
  expect(await databases(await templateName(migrations()))).toBe(0);
  await expect(createTestDatabase({ migrations: migrations() })).rejects.toThrow('nothing_like_it');
});

it('nobody can connect to a template: it could not be copied meanwhile', async () => {
  await write('0002_wrong.sql', 'select 1;');
  const url = new URL(SERVER);
  url.pathname = `/${await template()}`;
  const client = new pg.Client({ connectionString: url.href });
  try {
    await expect(client.connect()).rejects.toThrow('not currently accepting connections');
  } finally {
    await client.end();
  }
});
