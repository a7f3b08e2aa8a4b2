/** Counts that cost no more where there is more to count. */
import { MOST_COUNTED } from '@site/contracts/api/desk-counts';
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** How many rows of a table there are, up to {@link MOST_COUNTED}: a column of a query. */
export const boundedCount = (table: PgTable, condition: SQL): SQL<number> =>
  sql<number>`(select count(*)::int from (select from ${table} where ${condition} limit ${MOST_COUNTED}) as counted)`;
