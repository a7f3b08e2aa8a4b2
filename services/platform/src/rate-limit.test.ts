import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Database } from './database';
import { migratePlatform } from './platform-migrations';
import { createRateLimiter } from './rate-limit';
import { createTestDatabase } from './testing';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  await migratePlatform(database);
});
afterAll(() => database.close());

const limit = { name: 'test', points: 3, windowSeconds: 60 };

it('lets through as many as allowed, at once or not, and tells the rest when to come back', async () => {
  const limiter = createRateLimiter(database, limit);
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => limiter.consume('192.0.2.1')));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const refused = results.find((result) => result.status === 'rejected');
  expect(refused?.reason).toMatchObject({
    code: 'too-many-requests',
    status: 429,
    headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) },
  });
});

it('counts every caller alone', async () => {
  const limiter = createRateLimiter(database, { ...limit, name: 'alone', points: 1 });
  await limiter.consume('one');
  await limiter.consume('two');
  for (const caller of ['one', 'two']) await expect(limiter.consume(caller)).rejects.toMatchObject({ status: 429 });
});

it('counts a caller anew after a reset, and nobody else', async () => {
  const limiter = createRateLimiter(database, { ...limit, name: 'reset', points: 1 });
  await limiter.consume('one');
  await limiter.consume('two');
  await limiter.reset('one');
  await limiter.consume('one');
  for (const caller of ['one', 'two']) await expect(limiter.consume(caller)).rejects.toMatchObject({ status: 429 });
});

it('does nothing by itself, so that nothing asks the database once that is closed', () => {
  const timer = jest.spyOn(globalThis, 'setTimeout');
  createRateLimiter({ ...database, dialect: 'postgres' }, limit);
  expect(timer).not.toHaveBeenCalled();
  timer.mockRestore();
});
