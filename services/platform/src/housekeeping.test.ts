import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from './database';
import { startHousekeeping, tidyLimits } from './housekeeping';
import { silentLogger } from './logging';
import { migratePlatform } from './platform-migrations';
import { createTestDatabase } from './testing';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  await migratePlatform(database);
});
afterAll(() => database.close());

it('ends once the run in progress is done, so that the database may be closed', async () => {
  await database.query('insert into platform.rate_limits (key, points, expire) values ($1, 1, $2)', ['limit:old', Date.now() - 1_000]);
  const stop = startHousekeeping(database, silentLogger(), tidyLimits);
  // The run has begun.
  await Promise.resolve();
  await stop();
  expect((await database.query('select key from platform.rate_limits')).rows).toEqual([]);
});
