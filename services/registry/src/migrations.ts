import { fileURLToPath } from 'node:url';
import type { Database } from '@site/platform/database';
import { migrate, type MigrationOptions } from '@site/platform/migrate';
import { platformMigrations } from '@site/platform/platform-migrations';

/** The tables of the registry, and before them those of the platform that it uses. */
export const registryMigrations: MigrationOptions[] = [
  platformMigrations,
  { name: 'registry', folder: fileURLToPath(new URL('../migrations', import.meta.url)) },
];

/** Brings the tables of the registry, and those of the platform that it uses, up to date. */
export async function migrateRegistry(database: Database): Promise<void> {
  for (const one of registryMigrations) await migrate(database, one);
}
