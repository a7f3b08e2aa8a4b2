import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from './database';
import { migratePlatform } from './platform-migrations';
import { createRateLimiter } from './rate-limit';
import { createTestDatabase } from './testing';

const CALLER = '192.0.2.9';
const limit = { name: 'replicas', points: 3, windowSeconds: 60 };

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  await migratePlatform(database);
});
afterAll(() => database.close());

it('is shared by replicas, and what the server stores of a caller is a hash', async () => {
  const [first, second] = [createRateLimiter(database, limit), createRateLimiter(database, limit)];
  const results = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => (index % 2 ? first : second).consume(CALLER)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const { rows } = await database.query<{ row: string }>('select row_to_json(rate_limits)::text as row from platform.rate_limits');
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).toMatch(/"key":"replicas:[\w-]{43}","points":8/);
  expect(rows[0]?.row).not.toContain(CALLER);
});

it('lets the same caller through again in one replica when another forgot it', async () => {
  const [first, second] = [createRateLimiter(database, { ...limit, points: 1 }), createRateLimiter(database, { ...limit, points: 1 })];
  await first.reset(CALLER);
  await first.consume(CALLER);
  await expect(second.consume(CALLER)).rejects.toMatchObject({ status: 429 });
  await second.reset(CALLER);
  await first.consume(CALLER);
});
