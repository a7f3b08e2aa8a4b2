/**
 * Slows down guessing. Every attempt is counted before it is checked, so that a hundred at once gain nothing; after five failures in a row
 * the next attempt has to wait, twice as long each time. Unknown addresses are counted like known ones.
 */
import { createHash } from 'node:crypto';
import type { Db } from '@site/platform/database';
import { keptSince } from '@site/platform/retention';
import { and, eq, lt, sql } from 'drizzle-orm';
import { present } from '../present';
import { failedAttempts } from '../tables';

const FREE_ATTEMPTS = 5;
/** Of the first lock; each further one is twice as long. */
export const firstLock = { seconds: 4 };
const LONGEST_LOCK_SECONDS = 900;

export type AttemptKind = 'password' | 'password-by-address' | 'second-factor' | 'reset-request' | 'enrolment-request' | 'email-change';

/** One more than so far, or the first of a new count. */
const failures = sql`case when ${failedAttempts.updatedAt} < ${keptSince('failedAttempts')} then 1 else ${failedAttempts.failures} + 1 end`;

const keyOf = (kind: AttemptKind, subject: string) => createHash('sha256').update(`${kind}\n${subject}`).digest('base64url');

/**
 * Counts an attempt.
 * @param free How many may come before the next has to wait.
 * @returns false if it comes too early and must be refused unseen.
 */
export async function beginAttempt(db: Db, kind: AttemptKind, subject: string, free = FREE_ATTEMPTS): Promise<boolean> {
  const lockSeconds = sql`least(${LONGEST_LOCK_SECONDS}::float8, ${firstLock.seconds} * power(2, least(${failures} - ${free}::int, 16)))`;
  const lock = sql`now() + make_interval(secs => ${firstLock.seconds})`;
  const counted = await db
    .insert(failedAttempts)
    .values({ key: keyOf(kind, subject), failures: 1, lockedUntil: free > 1 ? sql`now()` : lock, updatedAt: sql`now()` })
    .onConflictDoUpdate({
      target: failedAttempts.key,
      set: {
        failures,
        lockedUntil: sql`case when ${failures} >= ${free} then now() + make_interval(secs => ${lockSeconds}) else now() end`,
        updatedAt: sql`now()`,
      },
      // Free attempts that come at once wait for each other, and the time of a statement is that of its beginning.
      setWhere: sql`${failedAttempts.failures} < ${free} or ${failedAttempts.lockedUntil} <= now()`,
    })
    .returning({ key: failedAttempts.key });
  return counted.length === 1;
}

/** Whether an attempt that came too early is the first of its lock to do so. Asked again, it is not. */
export async function isFirstRefusal(db: Db, kind: AttemptKind, subject: string): Promise<boolean> {
  const { key, lockedUntil, loggedLock } = failedAttempts;
  const noted = await db
    .update(failedAttempts)
    .set({ loggedLock: lockedUntil })
    .where(and(eq(key, keyOf(kind, subject)), sql`${loggedLock} is distinct from ${lockedUntil}`))
    .returning({ key });
  return noted.length > 0;
}

/** Counts an attempt that nothing refuses. @returns how many there were, with this one. */
export async function countAttempt(db: Db, kind: AttemptKind, subject: string): Promise<number> {
  const [counted] = await db
    .insert(failedAttempts)
    .values({ key: keyOf(kind, subject), failures: 1, lockedUntil: sql`now()`, updatedAt: sql`now()` })
    .onConflictDoUpdate({ target: failedAttempts.key, set: { failures, updatedAt: sql`now()` } })
    .returning({ failures: failedAttempts.failures });
  return present(counted, 'count of attempts').failures;
}

/** Takes an attempt that was right out of the count. */
export async function discountAttempt(db: Db, kind: AttemptKind, subject: string): Promise<void> {
  await db
    .update(failedAttempts)
    .set({ failures: sql`greatest(${failedAttempts.failures} - 1, 0)` })
    .where(eq(failedAttempts.key, keyOf(kind, subject)));
}

/** The attempt was right: what came before is forgotten. */
export async function forgetAttempts(db: Db, kind: AttemptKind, subject: string): Promise<void> {
  await db.delete(failedAttempts).where(eq(failedAttempts.key, keyOf(kind, subject)));
}

export async function dropOldAttempts(db: Db): Promise<void> {
  await db.delete(failedAttempts).where(lt(failedAttempts.updatedAt, keptSince('failedAttempts')));
}
