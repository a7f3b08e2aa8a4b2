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
  /** Makes a call in which nothing fails. @returns The texts of its queries. */
  textsOf(call: () => Promise<unknown>): Promise<string[]>;
  /** Makes a call in which the first query with this text fails, and no other. @returns Whether the call came to it. */
  failText(text: string, call: () => Promise<unknown>): Promise<boolean>;
  restore(): void;
}

/** A call that is being made. */
interface Call {
  /** Told of each query. @returns Whether it fails. */
  meets: (text: string) => boolean;
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
    if (calls.getStore()?.meets(text) !== true) return original.call(this, text, params, query);
    return Promise.reject(new DrizzleQueryError(text, params, failure(JSON.stringify(params))));
  });

  async function failFirst(isIt: (text: string) => boolean, call: () => Promise<unknown>): Promise<boolean> {
    let hasFailed = false;
    const meets = (text: string) => !hasFailed && (hasFailed = isIt(text));
    await calls.run({ meets }, call);
    return hasFailed;
  }

  function failAt(number: number, call: () => Promise<unknown>): Promise<boolean> {
    let left = number;
    return failFirst(() => (left -= 1) === 0, call);
  }

  return {
    failAt,
    async failEach(call) {
      let failures = 0;
      while (await failAt(failures + 1, call)) failures += 1;
      return failures;
    },
    async textsOf(call) {
      const texts: string[] = [];
      await calls.run({ meets: (text) => texts.push(text) === 0 }, call);
      return texts;
    },
    failText: (text, call) => failFirst((met) => met === text, call),
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
