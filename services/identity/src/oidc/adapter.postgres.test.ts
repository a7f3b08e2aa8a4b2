/** What is stored and what is ended at the same moment, on connections of their own. */
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Database, Db } from '@site/platform/database';
import { eq, sql } from 'drizzle-orm';
import { createTestDatabase } from '@site/platform/testing';
import { MIGRATIONS } from '../identity-testing';
import { deleteRecords } from '../sessions/session.repository';
import { oidcRecord } from '../tables';
import { createAdapterFactory } from './adapter';

const SUB = 'ada';
const GRANT = 'a grant';
const SESSION = { accountId: SUB, uid: 'a session' };

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase({ migrations: MIGRATIONS, severalConnections: true });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(oidcRecord);
  const signIn = storage(database.db, true);
  await signIn('Session').upsert('the cookie', SESSION, 60);
  await signIn('Grant').upsert(GRANT, { accountId: SUB }, 60);
});

const storage = (db: Db, isSignIn = false) =>
  createAdapterFactory(db, {
    refreshGraceSeconds: 30,
    sessionLimitSeconds: 3600,
    request: () => ({ sessionUid: SESSION.uid, isSignIn }),
  });
const end = (db: Db) => deleteRecords(db, eq(oidcRecord.accountId, SUB));
const left = async () => (await database.db.select({ model: oidcRecord.model }).from(oidcRecord)).map(({ model }) => model);

/** @returns once the work waits for a lock. @throws Error if it ends instead. */
async function untilItWaits(work: Promise<unknown>): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  let isDone = false;
  void work.finally(() => (isDone = true));
  while ((await database.db.execute(waiting)).rows.length === 0) if (isDone) throw new Error('It waits for nothing');
}

const STORED: [string, (db: Db) => Promise<unknown>, string][] = [
  ['the session', (db: Db) => storage(db)('Session').upsert('the cookie', SESSION, 60), 'nothing'],
  ['a further grant', (db: Db) => storage(db)('Grant').upsert('another', { accountId: SUB }, 60), 'login_required'],
  ['a code', (db: Db) => storage(db)('AuthorizationCode').upsert('a code', { accountId: SUB, grantId: GRANT }, 60), 'login_required'],
  ['a refresh token', (db: Db) => storage(db)('RefreshToken').upsert('a token', { accountId: SUB, grantId: GRANT }, 60), 'invalid_grant'],
];

it.each(STORED)('%s waits for the end that came first, and is not stored', async (_what, store, refusal) => {
  let answer: Promise<string> | undefined;
  await database.transaction(async (tx) => {
    await end(tx);
    answer = Promise.resolve(store(database.db)).then(
      () => 'nothing',
      ({ error }: { error: string }) => error,
    );
    await untilItWaits(answer);
  });
  expect(await answer).toBe(refusal);
  expect(await left()).toEqual([]);
});

it.each(STORED)('%s that was stored first is waited for, and goes with the rest', async (_what, store) => {
  let ended: Promise<unknown> | undefined;
  await database.transaction(async (tx) => {
    await store(tx);
    ended = end(database.db);
    await untilItWaits(ended);
  });
  await ended;
  expect(await left()).toEqual([]);
});
