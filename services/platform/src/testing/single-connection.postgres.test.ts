import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import type { Database } from '../database';
import { createTestDatabase } from '../testing';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const ONE = sql`select 1 as one`;
const REFUSED = 'A query beside the transaction that it is part of.';

it.each([
  ['a query', () => database.query('select 1')],
  ['a query of the builder', () => database.db.execute(ONE)],
  ['a transaction', () => database.transaction((tx) => tx.execute(ONE))],
  ['a transaction of plain statements', () => database.rawTransaction((client) => client.query('select 1'))],
  ['a notification that does not wait for the commit', () => database.notify('news', 'now')],
  ['a question whether the database is there', () => database.ping()],
])('beside its transaction, %s is refused: with one connection it would hang', async (_, ask) => {
  await expect(database.transaction(async () => ask())).rejects.toThrow(REFUSED);
  await expect(database.rawTransaction(async () => ask())).rejects.toThrow(REFUSED);
});

it('inside of the transaction, beside that of another caller, and after its end everything goes on', async () => {
  const later: (() => Promise<unknown>)[] = [];
  const answers = await Promise.all([
    database.transaction(async (tx) => {
      later.push(() => database.query('select 1 as one'));
      await database.notify('news', 'later', tx);
      return (await tx.transaction((inner) => inner.execute(ONE))).rows;
    }),
    database.transaction(async (tx) => (await tx.execute(ONE)).rows),
  ]);
  expect(answers).toEqual([[{ one: 1 }], [{ one: 1 }]]);
  expect(await later[0]?.()).toEqual({ rows: [{ one: 1 }] });
});
