import { fileURLToPath } from 'node:url';
import type { Database } from '@site/platform/database';
import { migrate } from '@site/platform/migrate';
import { migratePlatform } from '@site/platform/platform-migrations';

/** Brings the tables of the registry, and those of the platform that it uses, up to date. */
export async function migrateRegistry(database: Database): Promise<void> {
  await migratePlatform(database);
  await migrate(database, { name: 'registry', folder: fileURLToPath(new URL('../migrations', import.meta.url)) });
}
