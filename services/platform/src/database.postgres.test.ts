import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sql } from 'drizzle-orm';
import type { Database } from './database';
import { isDatabaseDown } from './database-down';
import { openPostgres } from './database-postgres';
import { silentLogger } from './logging';
import { createHearing } from './testing';
import { type Cable, createCable } from './testing/cable';

/** Stands between the pool and the server, so that connections can be cut and the server be away. */
let cable: Cable;
let url: string;
let database: Database;
beforeEach(async () => {
  const server = new URL(process.env.TEST_DATABASE_URL ?? '');
  cable = await createCable();
  cable.plugIn(server);
  url = Object.assign(new URL(server), { hostname: '127.0.0.1', port: String(cable.port) }).href;
  database = await openPostgres({ url, logger: silentLogger(), poolSize: 2 });
});
afterEach(async () => {
  await database.close();
  await cable.close();
});

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
/** A statement that no other test of the server makes, and no run before. */
const sleep = (seconds: number) => `select pg_sleep(${seconds}) -- ${randomUUID()}`;
const backend = async (tx: { execute: Database['db']['execute'] }) =>
  (await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]?.pid;

describe('a connection that breaks', () => {
  it('inside a transaction fails that transaction as the database being away, and nothing else', async () => {
    const failure = await failureOf(
      database.transaction(async (tx) => {
        const pid = await backend(tx);
        // From another connection of the pool. No query of this transaction runs meanwhile.
        await database.query('select pg_terminate_backend($1)', [pid]);
        for (;;) await tx.execute(sql`select 1`);
      }),
    );
    expect(isDatabaseDown(failure)).toBe(true);
    await database.ping();
  });

  it('inside a raw transaction, between two statements, does the same', async () => {
    const failure = await failureOf(
      database.rawTransaction(async (client) => {
        await client.query('select 1');
        cable.cut();
        for (;;) await client.query('select 1');
      }),
    );
    expect(isDatabaseDown(failure)).toBe(true);
    await database.ping();
  });

  it('in the middle of a statement fails the statement as the database being away', async () => {
    const statement = sleep(60);
    const asleep = failureOf(database.query(statement));
    const [{ pid } = { pid: 0 }] = (
      await until(() => database.query<{ pid: number }>('select pid from pg_stat_activity where query = $1', [statement]))
    ).rows;
    await database.query('select pg_terminate_backend($1)', [pid]);
    expect(isDatabaseDown(await asleep)).toBe(true);
    await database.ping();
  });

  it('again and again leaves the pool whole, also when the first statement of a transaction meets it', async () => {
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([database.transaction(backend), database.transaction(backend)]);
      cable.cut();
      await Promise.all([1, 2].map(() => failureOf(database.transaction(backend))));
    }
    expect(await database.transaction(backend)).toEqual(expect.any(Number));
  });
});

describe('a server that is away', () => {
  it('fails whatever needs it as the database being away, and serves again when it is back', async () => {
    await database.ping();
    cable.unplug();
    const work = [database.ping(), database.transaction(backend), database.listen('away', () => undefined)];
    const failures = await Promise.all(work.map(failureOf));
    expect(failures.filter((failure) => !isDatabaseDown(failure))).toEqual([]);
    cable.plugIn(new URL(process.env.TEST_DATABASE_URL ?? ''));
    const heard = createHearing();
    await database.listen('away', heard.listener);
    await database.notify('away', 'back');
    await heard.times(1);
    expect(heard.payloads).toEqual(['back']);
  });
});

describe('a host that vanishes and closes nothing', () => {
  it('fails a statement as the database being away a little later than a statement may take, but for a script, which has no limit', async () => {
    const limited = await openPostgres({ url, logger: silentLogger(), poolSize: 2, statementTimeoutMs: 2_000 });
    const statement = sleep(600);
    const script = limited.rawTransaction(async (client) => {
      await client.query('set local statement_timeout = 0');
      await client.query(statement);
    });
    const isDecided = jest.fn();
    const decided = failureOf(script).finally(isDecided);
    await until(() => database.query(`select pid from pg_stat_activity where query = $1 and state = 'active'`, [statement]));
    await limited.ping();
    cable.freeze();
    expect(isDatabaseDown(await failureOf(limited.ping()))).toBe(true);
    expect(isDecided).not.toHaveBeenCalled();
    cable.cut();
    expect(isDatabaseDown(await decided)).toBe(true);
    await limited.close();
  });

  it('is asked for a sign of life on every connection, for statements and for announcements, within seconds', async () => {
    const keepAlive = jest.spyOn(Socket.prototype, 'setKeepAlive');
    await database.ping();
    await database.listen('alive', () => undefined);
    expect(keepAlive.mock.calls).toEqual([
      [true, 10_000],
      [true, 10_000],
    ]);
    keepAlive.mockRestore();
  });
});

describe('a server that takes no writes', () => {
  it('is away for those who write', async () => {
    const failure = await failureOf(
      database.transaction(async (tx) => {
        await tx.execute(sql`set transaction read only`);
        await tx.execute(sql`create table public.never (n int)`);
      }),
    );
    expect(isDatabaseDown(failure)).toBe(true);
  });
});

describe('a setting that is wrong', () => {
  it.each(['/no_such_database', undefined])('is not taken for a database that comes back', async (pathname) => {
    const other = new URL(url);
    if (pathname) other.pathname = pathname;
    else other.username = 'nobody_by_this_name';
    const wrong = await openPostgres({ url: other.href, logger: silentLogger() });
    const failure = await failureOf(wrong.ping());
    expect(failure).toBeInstanceOf(Error);
    expect(isDatabaseDown(failure)).toBe(false);
    await wrong.close();
  });
});

describe('subscriptions', () => {
  it('are made again after their connection was cut, and say that something may be lost', async () => {
    const heard = createHearing();
    await database.listen('cut_channel', heard.listener);
    cable.cut();
    await heard.times(1);
    await failureOf(database.ping());
    await database.notify('cut_channel', 'again');
    await heard.times(2);
    expect(heard.payloads).toEqual([null, 'again']);
  });
});

/** Asks until there is a row: the server tells nobody when a statement of somebody else begins. */
async function until<R>(ask: () => Promise<{ rows: R[] }>): Promise<{ rows: R[] }> {
  for (;;) {
    const answer = await ask();
    if (answer.rows.length > 0) return answer;
  }
}
