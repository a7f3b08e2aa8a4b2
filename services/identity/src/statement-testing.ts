/** For tests only: what happens while a request is under way, before whichever of its statements. */
import type { Database } from '@site/platform/database';

export interface Interruption {
  /** Has something done before a statement to come: 0 for the next one. */
  after(statements: number, act: () => Promise<unknown>): void;
  /** @returns false if there were fewer statements, so that it was not done, and will not be. */
  wasDone(): boolean;
}

/** Of statements outside transactions: they go through the session that Drizzle keeps. */
export function interruptStatements({ db }: Database): Interruption {
  let due: { statements: number; act: () => Promise<unknown> } | undefined;
  const { session } = db as unknown as { session: { prepareQuery(...args: unknown[]): { execute(...args: unknown[]): Promise<unknown> } } };
  const prepareQuery = session.prepareQuery.bind(session);
  session.prepareQuery = (...args) => {
    const prepared = prepareQuery(...args);
    const execute = prepared.execute.bind(prepared);
    prepared.execute = async (...values) => {
      if (due && (due.statements -= 1) < 0) {
        const { act } = due;
        due = undefined;
        await act();
      }
      return execute(...values);
    };
    return prepared;
  };
  return {
    after(statements, act) {
      due = { statements, act };
    },
    wasDone() {
      const done = due === undefined;
      due = undefined;
      return done;
    },
  };
}
