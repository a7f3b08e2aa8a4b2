/** The tables of the platform itself: mail outbox, stored answers, rate limits. */
import { fileURLToPath } from 'node:url';
import type { Database } from './database';
import { migrate } from './migrate';

export const migratePlatform = (database: Database): Promise<void> =>
  migrate(database, { name: 'platform', folder: fileURLToPath(new URL('../migrations', import.meta.url)) });
