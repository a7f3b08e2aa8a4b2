/** Migrations by expand and contract: the release before goes on while one is applied, and can come back afterwards. */
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '@site/platform/database';
import { CONTRACTS, migrate } from '@site/platform/migrate';
import { createTestDatabase, createTestDirectory } from '@site/platform/testing';

const SERVICES = path.resolve(import.meta.dirname, '../../services');
/** In the order in which a process with all roles applies them, with the newest migration that is older than this rule. */
const BEFORE_THE_RULE: Record<string, string> = { platform: '0003', registry: '0013', identity: '0001', api: '0002' };
const names = Object.keys(BEFORE_THE_RULE);
/** Of a file, and what {@link CONTRACTS} reads. */
const NAME = /^\d{4}_\w+\.sql$/;

interface Column {
  table: string;
  column: string;
  type: string;
  required: boolean;
  hasDefault: boolean;
}

interface Shape {
  /** By table and name. */
  columns: Map<string, Column>;
  tables: Set<string>;
  /** What rows must fulfil, by table and definition. */
  constraints: Map<string, string>;
}

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

/** What the database says about the tables of a schema. */
async function shapeOf(schema: string): Promise<Shape> {
  const { rows: columns } = await database.query<Column>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
       (a.atthasdef or a.attidentity <> '') as "hasDefault"
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = to_regnamespace($1) and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
       and c.relname <> 'migrations'`,
    [schema],
  );
  const { rows: constraints } = await database.query<{ table: string; definition: string }>(
    `select r.relname as table, pg_get_constraintdef(o.oid) as definition
     from pg_constraint o join pg_class r on r.oid = o.conrelid where o.connamespace = to_regnamespace($1) and o.contype in ('c', 'f', 'u', 'p', 'x')
     union all
     select tablename, indexdef from pg_indexes where schemaname = $1 and indexdef like 'CREATE UNIQUE%' and indexname not in (select conname from pg_constraint)`,
    [schema],
  );
  return {
    columns: new Map(columns.map((column) => [`${column.table}.${column.column}`, column])),
    tables: new Set(columns.map(({ table }) => table)),
    constraints: new Map(constraints.map(({ table, definition }) => [`${table}: ${definition}`, table])),
  };
}

/** Differences with which code of the shape before could not live. */
function contractions(before: Shape, after: Shape): string[] {
  const gone = [...before.tables].filter((table) => !after.tables.has(table)).map((table) => `${table} is gone`);
  const changed = [...before.columns].flatMap(([name, was]) => {
    if (!after.tables.has(was.table)) return [];
    const is = after.columns.get(name);
    if (!is) return [`${name} is gone`];
    if (is.type !== was.type) return [`${name} was ${was.type} and is ${is.type}`];
    const newlyRequired = is.required && !was.required;
    return newlyRequired || (is.required && was.hasDefault && !is.hasDefault) ? [`${name} has to be given`] : [];
  });
  const required = [...after.columns]
    .filter(([name, is]) => before.tables.has(is.table) && !before.columns.has(name) && is.required && !is.hasDefault)
    .map(([name]) => `${name} has to be given`);
  const forbidden = [...after.constraints]
    .filter(
      ([definition, table]) =>
        before.tables.has(table) &&
        !before.constraints.has(definition) &&
        !isNew(definition, table, before, after) &&
        !isWider(definition, table, before),
    )
    .map(([definition]) => `${definition} may refuse what was written before`);
  return [...gone, ...changed, ...required, ...forbidden];
}

/** What asks whether something is empty. Any other constraint lets through what is. */
const ASKS_FOR_EMPTY = /\b(IS|COALESCE|NUM_NULLS|NUM_NONNULLS|NULLS NOT DISTINCT)\b/i;

/** About columns that nobody wrote before and that are empty in the rows of older code, which is let through. */
function isNew(definition: string, table: string, before: Shape, after: Shape): boolean {
  const columns = [...after.columns.values()].filter((one) => one.table === table);
  const mentioned = columns.filter(({ column }) => new RegExp(`\\b${column}\\b`).test(definition));
  const isEmpty = ({ column, required, hasDefault }: Column) => !before.columns.has(`${table}.${column}`) && !required && !hasDefault;
  return mentioned.length > 0 && mentioned.every(isEmpty) && !ASKS_FOR_EMPTY.test(definition);
}

/** Whether all that a list of words allowed before is in the list that takes its place. */
function isWider(definition: string, table: string, before: Shape): boolean {
  const words = (text: string) => [...text.matchAll(/'([^']*)'/g)].map(([, word]) => word);
  const frame = (text: string) => text.replace(/ARRAY\[.*\]/, '');
  const allowed = words(definition);
  const last = [...before.constraints].find(([was, of]) => of === table && was !== definition && frame(was) === frame(definition))?.[0];
  return last !== undefined && definition.includes('= ANY (ARRAY[') && words(last).every((word) => allowed.includes(word));
}

interface Migration {
  file: string;
  sql: string;
}

/** Applies one after the other. @returns what is wrong with them. */
async function problemsOf(name: string, migrations: Migration[], isExcused: (file: string) => boolean = () => false): Promise<string[]> {
  await database.query(`create schema if not exists ${name}`);
  const problems: string[] = [];
  let before = await shapeOf(name);
  for (const { file, sql } of migrations) {
    if (!NAME.test(file)) problems.push(`${name}/${file} is not named as 0001_what.sql`);
    await database.rawTransaction((client) => client.script(sql));
    const after = await shapeOf(name);
    const since = CONTRACTS.exec(sql)?.[1];
    const breaks = contractions(before, after);
    if (since !== undefined && !migrations.some((other) => other.file === since && other.file < file))
      problems.push(`${name}/${file} names ${since}, which is no earlier migration`);
    if (since === undefined && !isExcused(file)) problems.push(...breaks.map((what) => `${name}/${file}: ${what}`));
    before = after;
  }
  return problems;
}

const migrationsOf = (name: string): Migration[] => {
  const folder = path.join(SERVICES, name, 'migrations');
  return readdirSync(folder)
    .sort()
    .map((file) => ({ file, sql: readFileSync(path.join(folder, file), 'utf8') }));
};

describe('the migrations of the services', () => {
  it('take away nothing that an older release uses, unless they say since when nothing uses it', async () => {
    for (const name of names)
      expect(await problemsOf(name, migrationsOf(name), (file) => file.slice(0, 4) <= (BEFORE_THE_RULE[name] ?? ''))).toEqual([]);
  });

  it.each(names)('let code with one migration fewer start: %s', async (name) => {
    const [all, fewer] = [path.join(SERVICES, name, 'migrations'), path.join(directory.path, name)];
    await database.query(`drop schema ${name} cascade`);
    await migrate(database, { name, folder: all });
    cpSync(all, fewer, { recursive: true });
    rmSync(path.join(fewer, readdirSync(all).sort().at(-1) ?? ''));
    await migrate(database, { name, folder: fewer });
  });
});

describe('the rule', () => {
  const first = {
    file: '0001_a.sql',
    sql: `create table NAME.a (n int, m int not null default 0, t text); create table NAME.b (n int, s text check (s in ('x', 'y')))`,
  };
  const second = (name: string, sql: string, file = '0002_b.sql') =>
    problemsOf(name, [
      { ...first, sql: first.sql.replaceAll('NAME', name) },
      { file, sql: sql.replaceAll('NAME', name) },
    ]);

  it.each([
    ['table_gone', 'drop table NAME.b', 'b is gone'],
    ['table_renamed', 'alter table NAME.b rename to c', 'b is gone'],
    ['column_gone', 'alter table NAME.a drop column t', 'a.t is gone'],
    ['column_renamed', 'alter table NAME.a rename t to u', 'a.t is gone'],
    ['type_changed', 'alter table NAME.a alter n type text', 'a.n was integer and is text'],
    ['required', 'alter table NAME.a alter t set not null', 'a.t has to be given'],
    ['new_required', 'alter table NAME.b add column k int not null', 'b.k has to be given'],
    ['default_gone', 'alter table NAME.a alter m drop default', 'a.m has to be given'],
    ['forbidden', 'alter table NAME.a add check (n > 0)', 'a: CHECK ((n > 0)) may refuse what was written before'],
    [
      'unique_now',
      'create unique index u on NAME.a (n)',
      'a: CREATE UNIQUE INDEX u ON unique_now.a USING btree (n) may refuse what was written before',
    ],
    [
      'unique_default',
      'alter table NAME.a add column k int default 1; create unique index u on NAME.a (k)',
      'a: CREATE UNIQUE INDEX u ON unique_default.a USING btree (k) may refuse what was written before',
    ],
    [
      'never_empty',
      'alter table NAME.a add column k int check (k is not null)',
      'a: CHECK ((k IS NOT NULL)) may refuse what was written before',
    ],
    [
      'narrower',
      "alter table NAME.b drop constraint b_s_check; alter table NAME.b add check (s in ('x', 'z'))",
      "b: CHECK ((s = ANY (ARRAY['x'::text, 'z'::text]))) may refuse what was written before",
    ],
    ['no_such_release', '-- contracts: unused since 0009_never.sql\n', '0009_never.sql, which is no earlier migration'],
    ['unreadable_release', '-- contracts: unused since 0001_a\ndrop table NAME.b', 'b is gone'],
  ])('refuses %s', async (name, sql, problem) => {
    const problems = await second(name, sql);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  it('refuses a name that another migration could not refer to', async () => {
    expect(await second('odd_name', 'create table NAME.c (n int)', '0002-b.sql')).toEqual([
      'odd_name/0002-b.sql is not named as 0001_what.sql',
    ]);
  });

  it.each([
    ['more', 'create table NAME.c (n int not null); create index i on NAME.a (n)'],
    ['new_column', "alter table NAME.a add column k int not null default 1, add column l text check (l in ('x'))"],
    ['unique_or_empty', 'alter table NAME.a add column k int; create unique index u on NAME.a (k)'],
    ['looser', 'alter table NAME.a alter m drop not null'],
    ['wider', "alter table NAME.b drop constraint b_s_check; alter table NAME.b add check (s in ('x', 'y', 'z'))"],
    ['said', '-- contracts: unused since 0001_a.sql\ndrop table NAME.b'],
  ])('lets through %s', async (name, sql) => {
    expect(await second(name, sql)).toEqual([]);
  });
});
