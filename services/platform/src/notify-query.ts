import { type SQL, sql } from 'drizzle-orm';

export const notifyQuery = (channel: string, payload: string): SQL => sql`select pg_notify(${channel}, ${payload})`;
