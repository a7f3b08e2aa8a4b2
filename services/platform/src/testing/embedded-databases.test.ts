import { expect, it } from '@jest/globals';
import { borrowPglite } from './embedded-databases';

const inventory = `select (select json_agg(nspname order by nspname) from pg_namespace) as schemas,
  (select json_agg(relname order by oid) from pg_class where oid >= 16384 and relkind = 'r') as tables,
  (select json_agg(rolname order by oid) from pg_roles) as roles, (select count(*) from pg_prepared_statements) as statements,
  (select count(*) from pg_listening_channels()) as channels, current_setting('search_path') as path,
  current_setting('timezone') as timezone, (select count(*) from pg_locks where locktype = 'advisory') as locks`;

it('an embedded database that a test has closed is used again, and nothing of the test is left in it', async () => {
  const first = await borrowPglite();
  const { rows: pristine } = await first.query(inventory);
  const heard: string[] = [];
  await first.listen('left_channel', (payload) => heard.push(payload));
  for (const statement of [
    'create schema left_schema',
    'create table left_schema.t (n int primary key)',
    'create table public.left_table (n int)',
    "create type public.left_type as enum ('a')",
    'create role left_role',
    'grant usage on schema public to left_role',
    'alter role left_role set work_mem to 1024',
    `alter database postgres set timezone to 'Asia/Tokyo'`,
    'prepare left_statement as select 1',
    `set search_path to left_schema`,
    `select pg_advisory_lock(1)`,
    'begin',
    'insert into left_schema.t values (1)',
  ])
    await first.query(statement);
  await first.close();
  await expect(first.query('select 1')).rejects.toThrow('closed');
  expect(globalThis.embeddedDatabases?.idle.size).toBe(1);

  const second = await borrowPglite();
  expect((await second.query(inventory)).rows).toEqual(pristine);
  await second.query(`notify left_channel, 'too late'`);
  expect(heard).toEqual([]);
  await second.close();
});

it('an embedded database that is closed while something goes on in it is not used again', async () => {
  const busy = await borrowPglite();
  const before = globalThis.embeddedDatabases?.idle.size;
  const going = busy.query('select pg_sleep(0.01)').catch(() => undefined);
  await busy.close();
  await going;
  expect(globalThis.embeddedDatabases?.idle.size).toBe(before);
});
