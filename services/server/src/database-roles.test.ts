import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Database } from '@site/platform/database';
import { createHttpServer } from '@site/platform/http';
import { silentLogger } from '@site/platform/logging';
import { migratePlatform } from '@site/platform/platform-migrations';
import { openStorage } from '@site/platform/storage';
import { createTestDatabase, createTestDirectory } from '@site/platform/testing';
import { Registry } from 'prom-client';
import { parseServerConfig } from './config';
import { type DatabaseRoles, openDatabaseRoles } from './database-roles';

let database: Database;
let directory: Awaited<ReturnType<typeof createTestDirectory>>;
let roles: DatabaseRoles;
/** Lets the migrations go on, which somebody else's hold up. */
let unlock: () => void;

beforeEach(async () => {
  database = await createTestDatabase();
  directory = await createTestDirectory();
  const unlocked = new Promise<void>((resolve) => (unlock = resolve));
  const held: Database = {
    ...database,
    ping: () => database.ping(),
    rawTransaction: (work) => unlocked.then(() => database.rawTransaction(work)),
  };
  const config = parseServerConfig({ NODE_ENV: 'test', DATA_DIR: directory.path, ROLES: 'registry' });
  const storage = await openStorage({ url: undefined, dir: join(directory.path, 'files') });
  roles = openDatabaseRoles(config, { logger: silentLogger(), storage, metrics: new Registry(), database: held });
});
afterEach(async () => {
  unlock();
  await roles.close();
  await database.close();
  await directory.remove();
});

describe('roles that need the database', () => {
  it('are not ready before they are open, though the database answers', async () => {
    await expect(roles.check()).rejects.toThrow('what needs the database is not open yet');
    expect(roles.answeredBy('/registry/v1/remotes')).toBeNull();
    unlock();
    await roles.opened;
    await expect(roles.check()).resolves.toBeUndefined();
    expect(roles.answeredBy('/registry/v1/remotes')).not.toBeNull();
  });

  it('say until then which of them cannot answer', async () => {
    const server = createHttpServer({ logger: silentLogger(), production: false });
    await server.register(roles.unavailable);
    const answer = await server.inject('/registry/v1/remotes?limit=1');
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      expect.objectContaining({
        error: 'The registry is not open yet: its database does not answer, or is being brought up to date.',
        details: { dependency: 'database' },
      }),
    ]);
    await server.close();
  });

  it('forget what their limits have counted, also those of a registry on its own', async () => {
    await migratePlatform(database);
    await database.query("insert into platform.rate_limits (key, points, expire) values ('limit:old', 1, 0)");
    unlock();
    await roles.opened;
    await roles.close();
    expect((await database.query('select key from platform.rate_limits')).rows).toEqual([]);
  });

  it('are not ready while the database is away that they were opened on', async () => {
    unlock();
    await roles.opened;
    const ping = jest.spyOn(database, 'ping').mockRejectedValue(new Error('away'));
    await expect(roles.check()).rejects.toThrow('away');
    ping.mockRestore();
  });
});
