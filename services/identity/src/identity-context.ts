/** What the parts of the provider share. Made once, when the plugin starts. */
import type { Database } from '@site/platform/database';
import type { IdentityConfig } from './config';
import { createKeyring, type Keyring } from './crypto/keyring';
import { readSecret } from './local-secret';

export interface IdentityContext {
  config: IdentityConfig;
  database: Database;
  keyring: Keyring;
}

/** Needs {@link migrateIdentity}. */
export async function createIdentityContext(database: Database, config: IdentityConfig): Promise<IdentityContext> {
  return { config, database, keyring: createKeyring(config.secret ?? (await readSecret(database.db)), config.acceptedSecrets) };
}
