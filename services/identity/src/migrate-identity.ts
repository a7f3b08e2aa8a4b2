import { fileURLToPath } from 'node:url';
import type { Database } from '@site/platform/database';
import { migrate, type MigrationOptions } from '@site/platform/migrate';

export const identityMigrations: MigrationOptions = {
  name: 'identity',
  folder: fileURLToPath(new URL('../migrations', import.meta.url)),
};

/** Brings schema `identity` up to date. */
export const migrateIdentity = (database: Database): Promise<void> => migrate(database, identityMigrations);
