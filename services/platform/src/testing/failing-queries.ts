/** For tests only: makes one query after another fail, with an error that quotes every value as PostgreSQL may do. */
import { jest } from '@jest/globals';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { PgPreparedQuery } from 'drizzle-orm/pg-core';
import pg from 'pg';

export interface FailingQueries {
  /** Lets the query with this number (the first is 1) fail from now on, and those before it through. */
  failAt(number: number): void;
  /** Whether it came to that query. */
  failed(): boolean;
  restore(): void;
}

/** What every query goes through. Drizzle keeps it out of its types. */
const prepared = PgPreparedQuery.prototype as unknown as {
  queryWithCache(text: string, params: unknown[], query: () => Promise<unknown>): Promise<unknown>;
};

/** Hooks into every Drizzle query of this process. */
export function createFailingQueries(failure: (values: string) => Error = quotingError): FailingQueries {
  let left = 0;
  let hasFailed = false;
  const original = prepared.queryWithCache;
  const spy = jest.spyOn(prepared, 'queryWithCache').mockImplementation(function fail(this: unknown, text, params, query) {
    left -= 1;
    if (left !== 0) return original.call(this, text, params, query);
    hasFailed = true;
    return Promise.reject(new DrizzleQueryError(text, params, failure(JSON.stringify(params))));
  });
  return {
    failAt(number) {
      left = number;
      hasFailed = false;
    },
    failed: () => hasFailed,
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
