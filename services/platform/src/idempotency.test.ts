import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import type { Database } from './database';
import { idempotent } from './idempotency';
import { migratePlatform } from './platform-migrations';
import { createTestDatabase } from './testing';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  await migratePlatform(database);
  await database.query('create table public.effects (key text)');
});
afterAll(() => database.close());

const submit = (key: string | undefined, body: unknown, scope = 'POST /contact') =>
  idempotent(database, { scope, key, body }, async (tx) => {
    const { rows } = await tx.execute(
      sql`insert into public.effects values (${key ?? 'none'}) returning (select count(*)::int from public.effects) as before`,
    );
    return { status: 201, body: rows[0] };
  });
const effects = async (key: string) => (await database.query('select key from public.effects where key = $1', [key])).rows.length;

describe('a repeated request', () => {
  it('is executed once and answered every time, 50 at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => submit('key-parallel', index % 2 ? { a: 1, b: 2 } : { b: 2, a: 1 })),
    );
    expect(await effects('key-parallel')).toBe(1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it('with another content under the same key is refused', async () => {
    await submit('key-content', { a: 1 });
    await expect(submit('key-content', { a: 2 })).rejects.toMatchObject({ code: 'idempotency-key-reused', status: 422 });
    expect(await effects('key-content')).toBe(1);
  });

  it('runs again after a failure, which left nothing', async () => {
    const fail = idempotent(database, { scope: 's', key: 'key-failure', body: {} }, async (tx) => {
      await tx.execute(sql`insert into public.effects values ('key-failure')`);
      throw new Error('not now');
    });
    await expect(fail).rejects.toThrow('not now');
    await submit('key-failure', {}, 's');
    expect(await effects('key-failure')).toBe(1);
  });

  it('of somebody else with the same key is another request', async () => {
    await submit('key-shared', {}, 'one');
    await submit('key-shared', {}, 'two');
    expect(await effects('key-shared')).toBe(2);
  });

  it('without a key is executed each time; with a malformed key, never', async () => {
    await submit(undefined, {});
    await submit(undefined, {});
    expect(await effects('none')).toBe(2);
    await expect(submit('short', {})).rejects.toMatchObject({ code: 'invalid-request' });
  });
});
