import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import type { Database } from './database';
import { createHearing, createTestDatabase } from './testing';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

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
