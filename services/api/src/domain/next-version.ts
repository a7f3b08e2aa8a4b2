import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/** For the `set` of an update. */
export const nextVersion = (column: AnyColumn): SQL<number> => sql<number>`${column} + 1`;
