/** A user of the database for each role, as an operator makes them. */
import { randomBytes } from 'node:crypto';
import { openDatabase } from '@site/platform/database';
import type { Role } from '@site/server/config';
import { prepareDatabase } from '@site/server/prepare-database';
import { DATABASE_ROLES, groupOf } from '@site/server/database-rights';

export type DatabaseSettings = { DATABASE_URL: string } | Record<string, never>;

/** @param ownerUrl Address of the database, with the user who owns it. */
export async function createDatabaseUsers(ownerUrl: string): Promise<Record<Role, DatabaseSettings>> {
  const owner = await openDatabase({ url: ownerUrl });
  try {
    await prepareDatabase(owner);
    const settings: Record<Role, DatabaseSettings> = { edge: {}, registry: {}, api: {}, identity: {} };
    for (const role of DATABASE_ROLES) {
      const password = randomBytes(16).toString('hex');
      await owner.query(`create user ${role} login password '${password}' in role ${groupOf(role)}`);
      const url = new URL(ownerUrl);
      Object.assign(url, { username: role, password });
      settings[role] = { DATABASE_URL: url.href };
    }
    return settings;
  } finally {
    await owner.close();
  }
}
