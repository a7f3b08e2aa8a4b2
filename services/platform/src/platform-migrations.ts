/** The tables of the platform itself: mail outbox, stored answers, rate limits. */
import { fileURLToPath } from 'node:url';
import type { Database } from './database';
import { migrate, type MigrationOptions } from './migrate';

export const platformMigrations: MigrationOptions = {
  name: 'platform',
  folder: fileURLToPath(new URL('../migrations', import.meta.url)),
};

export const migratePlatform = (database: Database): Promise<void> => migrate(database, platformMigrations);
