import { fileURLToPath } from 'node:url';
import type { Database } from '@site/platform/database';
import { migrate } from '@site/platform/migrate';

/** Brings schema `identity` up to date. */
export function migrateIdentity(database: Database): Promise<void> {
  return migrate(database, { name: 'identity', folder: fileURLToPath(new URL('../migrations', import.meta.url)) });
}
