import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from './database';
import { startHousekeeping, tidyLimits, tidyMailFiles } from './housekeeping';
import { silentLogger } from './logging';
import { mailFolder } from './mail';
import { migratePlatform } from './platform-migrations';
import { RETENTION_DAYS } from './retention';
import { createTestDatabase, createTestDirectory } from './testing';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  await migratePlatform(database);
});
afterAll(() => database.close());

it('ends once the run in progress is done, so that the database may be closed', async () => {
  await database.query('insert into platform.rate_limits (key, points, expire) values ($1, 1, $2)', ['limit:old', Date.now() - 1_000]);
  const stop = startHousekeeping(database, silentLogger(), tidyLimits);
  // The run has begun.
  await Promise.resolve();
  await stop();
  expect((await database.query('select key from platform.rate_limits')).rows).toEqual([]);
});

it('deletes mails in files at the age of their records, with what was left unfinished, and no folder that somebody made there', async () => {
  const { path, remove } = await createTestDirectory();
  // Nothing was written yet.
  await tidyMailFiles(path);
  await mkdir(mailFolder(path));
  const write = async (name: string, days: number) => {
    const file = join(mailFolder(path), name);
    await writeFile(file, 'To: somebody@example.org');
    const written = new Date(Date.now() - days * 24 * 3_600_000);
    await utimes(file, written, written);
  };
  for (const name of ['old.eml', 'old.json', 'killed.eml.unfinished']) await write(name, RETENTION_DAYS.mails + 1);
  const made = join(mailFolder(path), 'a-folder');
  await mkdir(made);
  await utimes(made, new Date(0), new Date(0));
  for (const name of ['kept.eml', 'kept.json']) await write(name, RETENTION_DAYS.mails - 1);
  await tidyMailFiles(path);
  expect((await readdir(mailFolder(path))).sort()).toEqual(['a-folder', 'kept.eml', 'kept.json']);
  await remove();
});
