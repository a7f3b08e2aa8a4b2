import { randomBytes } from 'node:crypto';
import { expect, it, jest } from '@jest/globals';
import pg from 'pg';
import type { Database } from '../database';
import { createTestDatabase, type TestTables } from '../testing';

// The server takes its time to make a database.
jest.setTimeout(300_000);

/** What migrations leave: tables with rows, a number that was given out, references and a trigger that refuses deletions. */
const SCRIPT = `
  create schema shop;
  create type shop.size as enum ('small', 'large');
  create table shop.kinds (id int generated always as identity primary key, name text not null, twice text generated always as (name || name) stored,
    sizes shop.size[], details jsonb, bytes bytea, made timestamptz not null default clock_timestamp());
  create table shop.things (id bigint generated always as identity primary key, kind int references shop.kinds);
  create sequence shop.numbers start 7;
  create function shop.refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
  create trigger stays before delete on shop.things for each row execute function shop.refuse();
  insert into shop.kinds (name, sizes, details, bytes) values ('it''s', '{small,large}', '{"a": [1, null]}', '\\x00ff'), ('other', null, null, null);
  select nextval('shop.numbers');`;

const CONTENTS = `select (select json_agg(k)::text from shop.kinds k) as kinds, (select count(*)::int from shop.things) as things`;
const NUMBERS = `select nextval('shop.numbers')::int as number, nextval('shop.kinds_id_seq')::int as kind, nextval('shop.things_id_seq')::int as thing`;

/** With a name of their own: what is kept for another test is nobody's concern here. */
const newTables = (): TestTables => ({
  name: randomBytes(8).toString('hex'),
  migrate: (database) => database.rawTransaction((client) => client.script(SCRIPT)),
});

const one = async <Row>(database: Database, text: string): Promise<Row | undefined> => (await database.query<Row>(text)).rows[0];
const nameOf = async (database: Database) => (await one<{ name: string }>(database, 'select current_database() as name'))?.name;

async function use<T>(tables: TestTables, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await createTestDatabase({ tables });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

it('a database that a test has closed is used again, with the rows and the numbers of its migrations', async () => {
  const tables = newTables();
  const first = await use(tables, async (database) => {
    const contents = await one(database, CONTENTS);
    const numbers = await one(database, NUMBERS);
    for (const text of [
      `insert into shop.things (kind) values (1), (2)`,
      `delete from shop.kinds where id > 2`,
      `update shop.kinds set name = 'changed', made = now() where id = 1`,
      `select setval('shop.numbers', 1000)`,
      `set timezone to 'Asia/Tokyo'`,
      `select pg_advisory_lock(1)`,
    ])
      await database.query(text);
    await database.listen('news', () => undefined);
    return { name: await nameOf(database), contents, numbers };
  });
  expect(first.contents).toMatchObject({ things: 0, kinds: expect.stringContaining('"twice":"it\'sit\'s"') });
  expect(first.numbers).toEqual({ number: 8, kind: 3, thing: 1 });

  await use(tables, async (database) => {
    expect(await nameOf(database)).toBe(first.name);
    expect(await one(database, CONTENTS)).toEqual(first.contents);
    expect(await one(database, NUMBERS)).toEqual(first.numbers);
    expect(await one(database, 'show timezone')).not.toEqual({ TimeZone: 'Asia/Tokyo' });
    expect(await one(database, `select count(*)::int as locks from pg_locks where locktype = 'advisory'`)).toEqual({ locks: 0 });
    await expect(database.query('insert into shop.things (kind) values (99)')).rejects.toThrow('things_kind_fkey');
    await database.query('insert into shop.things (kind) values (1)');
    await expect(database.query('delete from shop.things')).rejects.toThrow('refused');
  });
});

it('a database whose rows a test has truncated is used again', async () => {
  const tables = newTables();
  const first = await use(tables, async (database) => {
    const contents = await one(database, CONTENTS);
    await database.query('truncate shop.things, shop.kinds restart identity cascade');
    return { name: await nameOf(database), contents };
  });
  await use(tables, async (database) => {
    expect(await nameOf(database)).toBe(first.name);
    expect(await one(database, CONTENTS)).toEqual(first.contents);
    expect(await one(database, NUMBERS)).toEqual({ number: 8, kind: 3, thing: 1 });
  });
});

const tables = newTables();
it.each([
  ['a table', 'create table public.left_table (n int)'],
  ['a column', 'alter table shop.things add column left_column int'],
  ['a table less', 'drop table shop.things'],
  ['an index', 'create index on shop.things (kind)'],
  ['a default', 'alter table shop.things alter column kind set default 1'],
  ['a constraint less', 'alter table shop.things drop constraint things_kind_fkey'],
  ['a sequence', 'create sequence shop.left_sequence'],
  ['another step of a sequence', 'alter sequence shop.numbers increment by 5'],
  ['a function', 'create function public.left_function() returns int language sql as $$ select 1 $$'],
  [
    'another function under its name',
    `create or replace function shop.refuse() returns trigger language plpgsql as 'begin return new; end'`,
  ],
  ['a trigger that is off', 'alter table shop.things disable trigger stays'],
  ['a type', `create type public.left_type as enum ('a')`],
  ['one more value of a type', `alter type shop.size add value 'huge'`],
  ['a view', 'create view public.left_view as select 1 as one'],
  ['a schema', 'create schema left_schema'],
  ['a right', 'grant select on shop.things to public'],
  ['a right on a schema', 'grant usage on schema shop to public'],
  ['an option of a table', 'alter table shop.things set (fillfactor = 50)'],
  [
    'a setting of the database',
    `do $$ begin execute format('alter database %I set timezone to %L', current_database(), 'Asia/Tokyo'); end $$`,
  ],
  ['a large object', 'select lo_create(0)'],
])('a database in which a test has left %s is dropped, and another one made', async (_, text) => {
  const name = await use(tables, async (database) => {
    await database.query(text);
    return nameOf(database);
  });
  await use(tables, async (database) => {
    expect(await nameOf(database)).not.toBe(name);
    expect(await one(database, `select count(*)::int as count from pg_database where datname = '${name}'`)).toEqual({ count: 0 });
    expect(await one(database, NUMBERS)).toEqual({ number: 8, kind: 3, thing: 1 });
  });
});

it('a database in which somebody is still at work is dropped, and another one made', async () => {
  const tables = newTables();
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  const busy = await use(tables, async (database) => {
    url.pathname = `/${await nameOf(database)}`;
    const client = new pg.Client({ connectionString: url.href });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('begin; insert into shop.things (kind) values (1)');
    return client;
  });
  await use(tables, async (database) => {
    expect(`/${await nameOf(database)}`).not.toBe(url.pathname);
    expect(await one(database, CONTENTS)).toMatchObject({ things: 0 });
  });
  await expect(busy.query('commit')).rejects.toThrow();
});

it('tests at the same time have a database each', async () => {
  const tables = newTables();
  const names = await Promise.all([1, 2].map(() => use(tables, async (database) => nameOf(database))));
  expect(new Set(names).size).toBe(2);
});
