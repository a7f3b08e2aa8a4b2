import { readFile, stat } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '@site/platform/database';
import { createTestDatabase, createTestDirectory } from '@site/platform/testing';
import { ensureTokens } from './ensure-tokens';
import { findActor } from './tokens/token.repository';

let database: Database;
let directory: Awaited<ReturnType<typeof createTestDirectory>>;
beforeAll(async () => {
  database = await createTestDatabase();
  directory = await createTestDirectory();
}, 60_000);
afterAll(async () => {
  await database.close();
  await directory.remove();
});

it('creates each token once, readable by its owner only, and stores no more than its hash', async () => {
  const first = await ensureTokens({ database, dataDir: directory.path });
  expect(await ensureTokens({ database, dataDir: directory.path })).toEqual(first);
  const file = `${directory.path}/tokens/promote.token`;
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readFile(file, 'utf8')).trim()).toBe(first.promote);
  const { rows } = await database.query<{ all: string }>('select json_agg(t)::text as all from registry.tokens t');
  expect(rows[0]?.all).not.toContain(first.promote);
  expect((await findActor(database.db, first.publish))?.verbs).toEqual(['publish']);
});

it('makes the tokens of the files valid in a new database', async () => {
  const first = await ensureTokens({ database, dataDir: directory.path });
  const other = await createTestDatabase();
  await ensureTokens({ database: other, dataDir: directory.path });
  expect((await findActor(other.db, first.promote))?.verbs).toEqual(['promote']);
  await other.close();
}, 30_000);

it('refuses tokens that are expired or revoked', async () => {
  const { publish, promote } = await ensureTokens({ database, dataDir: directory.path });
  await database.query(`update registry.tokens set expires_at = now() - interval '1 second' where name = 'local-publish'`);
  await database.query(`update registry.tokens set revoked_at = now() where name = 'local-promote'`);
  expect([await findActor(database.db, publish), await findActor(database.db, promote)]).toEqual([null, null]);
});
