/** For tests only: what the embedded database would wait for without an end fails on a server too. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Db } from '../database';

/** The database, which refuses a query beside the transaction that its caller is in: a database with one connection never answers it. */
export function asSingleConnection(database: Database): Database {
  const transactions = new AsyncLocalStorage<{ open: boolean }>();
  const refuseInside = (): void => {
    if (transactions.getStore()?.open)
      throw new Error('A query beside the transaction that it is part of. Use the `tx` that it was given.');
  };
  const outside = <Call extends unknown[], Answer>(ask: (...call: Call) => Answer) => {
    return (...call: Call): Answer => {
      refuseInside();
      return ask(...call);
    };
  };
  async function inside<T>(begin: () => Promise<T>): Promise<T> {
    refuseInside();
    const transaction = { open: true };
    return transactions.run(transaction, begin).finally(() => (transaction.open = false));
  }
  return {
    ...database,
    db: new Proxy(database.db, {
      get(db, key) {
        refuseInside();
        const value: unknown = Reflect.get(db, key);
        return typeof value === 'function' ? (value.bind(db) as unknown) : value;
      },
    }) satisfies Db,
    query: outside(database.query) as Database['query'],
    ping: outside(database.ping),
    transaction: (work) => inside(() => database.transaction(work)),
    rawTransaction: (work) => inside(() => database.rawTransaction(work)),
    notify: (channel, payload, executor) => {
      if (!executor) refuseInside();
      return database.notify(channel, payload, executor);
    },
  };
}
