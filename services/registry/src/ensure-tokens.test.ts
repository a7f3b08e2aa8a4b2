import { readFile, stat } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Database } from '@site/platform/database';
import { createTestDatabase, createTestDirectory } from '@site/platform/testing';
import { ensureTokens } from './ensure-tokens';
import { findActor } from './tokens/token.repository';

let database: Database;
let directory: Awaited<ReturnType<typeof createTestDirectory>>;
beforeEach(async () => {
  database = await createTestDatabase();
  directory = await createTestDirectory();
});
afterEach(async () => {
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
});

it('leaves the tokens of another registry on the same database valid, and starts again and again', async () => {
  const other = await createTestDirectory();
  const mine = await ensureTokens({ database, dataDir: directory.path });
  const theirs = await ensureTokens({ database, dataDir: other.path });
  expect(await ensureTokens({ database, dataDir: directory.path })).toEqual(mine);
  expect(await ensureTokens({ database, dataDir: other.path })).toEqual(theirs);
  for (const token of [...Object.values(mine), ...Object.values(theirs)]) expect(await findActor(database.db, token)).not.toBeNull();
  await other.remove();
});

it('gives registries that share a folder and start together the same tokens', async () => {
  const [one, two] = await Promise.all([1, 2].map(() => ensureTokens({ database, dataDir: directory.path })));
  expect(one).toEqual(two);
});

it.each([
  ['was revoked', 'revoked_at = now()'],
  ['has expired', `expires_at = now() - interval '1 second'`],
])('never revives a token that %s: the file has a new one, and the log says so without the token', async (_what, change) => {
  const said: string[] = [];
  const first = await ensureTokens({ database, dataDir: directory.path });
  await database.query(`update registry.tokens set ${change} where name = 'local-promote'`);
  expect(await findActor(database.db, first.promote)).toBeNull();

  const next = await ensureTokens({ database, dataDir: directory.path, warn: (message) => said.push(message) });
  expect(next).toEqual({ ...first, promote: expect.not.stringMatching(first.promote) });
  expect(await findActor(database.db, first.promote)).toBeNull();
  expect((await findActor(database.db, next.promote))?.name).toBe('local-promote');
  expect((await readFile(`${directory.path}/tokens/promote.token`, 'utf8')).trim()).toBe(next.promote);
  expect(said).toEqual(['the token in tokens/promote.token was revoked or has expired and stays so; the file has a new one']);
});
