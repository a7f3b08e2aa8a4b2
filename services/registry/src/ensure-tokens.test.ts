import { readFile, stat } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '@site/platform/database';
import { createTestDatabase, createTestDirectory } from '@site/platform/testing';
import { ensureTokens } from './ensure-tokens';
import { findToken } from './tokens/token.repository';

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
  const verbs = await Promise.all(
    Object.entries(first).map(async ([purpose, token]) => [purpose, (await findToken(database.db, token))?.verbs]),
  );
  expect(Object.fromEntries(verbs)).toEqual({
    publish: ['publish'],
    promote: ['promote'],
    edge: ['serve'],
    admin: ['admin'],
    start: ['publish', 'promote'],
  });
});

it('makes the tokens of the files valid in a new database', async () => {
  const first = await ensureTokens({ database, dataDir: directory.path });
  const other = await createTestDatabase();
  await ensureTokens({ database: other, dataDir: directory.path });
  expect((await findToken(other.db, first.promote))?.verbs).toEqual(['promote']);
  await other.close();
});

it('leaves the tokens of another registry on the same database valid, and starts again and again', async () => {
  const other = await createTestDirectory();
  const mine = await ensureTokens({ database, dataDir: directory.path });
  const theirs = await ensureTokens({ database, dataDir: other.path });
  expect(await ensureTokens({ database, dataDir: directory.path })).toEqual(mine);
  expect(await ensureTokens({ database, dataDir: other.path })).toEqual(theirs);
  for (const token of [...Object.values(mine), ...Object.values(theirs)])
    expect((await findToken(database.db, token))?.state).toBe('valid');
  await other.remove();
});

it('gives registries that share a folder and start together the same tokens', async () => {
  const [one, two] = await Promise.all([1, 2].map(() => ensureTokens({ database, dataDir: directory.path })));
  expect(one).toEqual(two);
});

describe.each([
  ['was revoked', 'revoked', 'revoked_at = now()'],
  ['has expired', 'expired', `expires_at = now() - interval '1 second'`],
])('a token that %s is never revived', (_what, state, change) => {
  it.each(['promote', 'admin'] as const)('the file of %s has a new one, and the log says so without the token', async (purpose) => {
    const said: string[] = [];
    const first = await ensureTokens({ database, dataDir: directory.path });
    await database.query(`update registry.tokens set ${change} where name = 'local-${purpose}'`);
    const stateOfFirst = async () => (await findToken(database.db, first[purpose]))?.state;
    expect(await stateOfFirst()).toBe(state);

    const next = await ensureTokens({ database, dataDir: directory.path, warn: (message) => said.push(message) });
    expect(next).toEqual({ ...first, [purpose]: expect.not.stringMatching(first[purpose]) });
    expect(await stateOfFirst()).toBe(state);
    expect(await findToken(database.db, next[purpose])).toMatchObject({ name: `local-${purpose}`, state: 'valid', createdBy: 'registry' });
    expect((await readFile(`${directory.path}/tokens/${purpose}.token`, 'utf8')).trim()).toBe(next[purpose]);
    expect(said).toEqual([`the token in tokens/${purpose}.token was revoked or has expired and stays so; the file has a new one`]);
  });
});
