/** For tests only: makes one query after another fail, with an error that quotes every value as PostgreSQL may do. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { jest } from '@jest/globals';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { PgPreparedQuery } from 'drizzle-orm/pg-core';
import pg from 'pg';

export interface FailingQueries {
  /**
   * Makes a call in which the query with this number (the first is 1) fails, and no other. Queries that something else makes meanwhile
   * are not counted.
   * @returns Whether the call came to that query.
   */
  failAt(number: number, call: () => Promise<unknown>): Promise<boolean>;
  /** Makes a call with its first query failing, then its second, until it came to no further one. @returns How many failed. */
  failEach(call: () => Promise<unknown>): Promise<number>;
  restore(): void;
}

/** A call that is being made: how many queries are left until one fails. */
interface Call {
  left: number;
}

/** What every query goes through. Drizzle keeps it out of its types. */
const prepared = PgPreparedQuery.prototype as unknown as {
  queryWithCache(text: string, params: unknown[], query: () => Promise<unknown>): Promise<unknown>;
};

/** Hooks into every Drizzle query of this process. */
export function createFailingQueries(failure: (values: string) => Error = quotingError): FailingQueries {
  const calls = new AsyncLocalStorage<Call>();
  const original = prepared.queryWithCache;
  const spy = jest.spyOn(prepared, 'queryWithCache').mockImplementation(function fail(this: unknown, text, params, query) {
    const call = calls.getStore();
    if (call) call.left -= 1;
    if (call?.left !== 0) return original.call(this, text, params, query);
    return Promise.reject(new DrizzleQueryError(text, params, failure(JSON.stringify(params))));
  });

  async function failAt(number: number, call: () => Promise<unknown>): Promise<boolean> {
    const counted = { left: number };
    await calls.run(counted, call);
    return counted.left <= 0;
  }

  return {
    failAt,
    async failEach(call) {
      let failures = 0;
      while (await failAt(failures + 1, call)) failures += 1;
      return failures;
    },
    restore: () => spy.mockRestore(),
  };
}

function quotingError(values: string): Error {
  const message = `invalid input syntax for type json: "${values}"`;
  const facts = {
    code: '22P02',
    severity: 'ERROR',
    detail: `Failing row contains (${values}).`,
    where: `unnamed portal parameter: ${values}`,
  };
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), facts);
}
