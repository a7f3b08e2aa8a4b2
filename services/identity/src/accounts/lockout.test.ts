import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Database } from '@site/platform/database';
import { createTestDatabase } from '@site/platform/testing';
import { sql } from 'drizzle-orm';
import { migrateIdentity } from '../migrate-identity';
import { failedAttempts } from '../tables';
import { beginAttempt, dropOldAttempts, firstLock, forgetAttempts } from './lockout';

jest.setTimeout(300_000);

describe('lockout', () => {
  let database: Database;
  const attempt = (subject = 'ada@example.com') => beginAttempt(database.db, 'password', subject);
  const letTimePass = (interval: string) =>
    database.db.execute(
      sql`update identity.failed_attempts set locked_until = locked_until - ${interval}::interval, updated_at = updated_at - ${interval}::interval`,
    );
  /** By what a busy machine could need until the next attempt. */
  const prolongLock = () => letTimePass('-1 hour');

  beforeAll(async () => {
    database = await createTestDatabase();
    await migrateIdentity(database);
  });
  beforeEach(() => database.db.delete(failedAttempts));
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => database.close());

  it('lets five attempts through and refuses the sixth, whether or not they come at once', async () => {
    jest.replaceProperty(firstLock, 'seconds', 900);
    const answers = await Promise.all(Array.from({ length: 50 }, () => attempt()));
    expect(answers.filter(Boolean)).toHaveLength(5);
  });

  it('counts a free attempt also where another one, which it had to wait for, began after it', async () => {
    await attempt();
    await letTimePass('-1 minute');
    for (let count = 1; count < 5; count += 1) expect(await attempt()).toBe(true);
    await prolongLock();
    expect(await attempt()).toBe(false);
  });

  it('waits twice as long after every further failure, up to a quarter of an hour', async () => {
    for (let count = 0; count < 5; count += 1) expect(await attempt()).toBe(true);
    const waits: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      const [row] = await database.db
        .select({ seconds: sql<number>`extract(epoch from locked_until - updated_at)::int` })
        .from(failedAttempts);
      waits.push(row!.seconds);
      await prolongLock();
      expect(await attempt()).toBe(false);
      await letTimePass(`1 hour ${row!.seconds} seconds`);
      expect(await attempt()).toBe(true);
    }
    expect(waits).toEqual([4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  });

  it('forgets after a success, and a day after the last failure', async () => {
    for (let count = 0; count < 5; count += 1) await attempt();
    await forgetAttempts(database.db, 'password', 'ada@example.com');
    expect(await attempt()).toBe(true);

    for (let count = 0; count < 4; count += 1) await attempt();
    await letTimePass('25 hours');
    expect(await attempt()).toBe(true);
    expect(await attempt()).toBe(true);
    await letTimePass('25 hours');
    await dropOldAttempts(database.db);
    expect(await database.db.select().from(failedAttempts)).toEqual([]);
  });

  it('has the next one wait after the first, where none is free but that', async () => {
    expect(await beginAttempt(database.db, 'password', 'ada@example.com', 1)).toBe(true);
    await prolongLock();
    expect(await beginAttempt(database.db, 'password', 'ada@example.com', 1)).toBe(false);
    await letTimePass('1 hour 4 seconds');
    expect(await beginAttempt(database.db, 'password', 'ada@example.com', 1)).toBe(true);
  });

  it('counts each subject alone', async () => {
    for (let count = 0; count < 6; count += 1) await attempt();
    expect(await attempt('grace@example.com')).toBe(true);
  });
});
