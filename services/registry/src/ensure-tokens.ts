/** The first tokens of an installation. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@site/platform/database';
import { createToken } from '@site/platform/tokens';
import { migrateRegistry } from './migrations';
import { findActor, replaceToken, type Verb } from './tokens/token.repository';

export interface FirstTokens {
  publish: string;
  promote: string;
}

/**
 * Makes sure that `<dataDir>/tokens/publish.token` and `promote.token` exist, readable by the owner only, and that they are valid for all
 * remotes. An existing file is kept, also when the database is new.
 */
export async function ensureTokens({ database, dataDir }: { database: Database; dataDir: string }): Promise<FirstTokens> {
  await migrateRegistry(database);
  const folder = join(dataDir, 'tokens');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const publish = await ensureToken(database, folder, 'publish');
  const promote = await ensureToken(database, folder, 'promote');
  return { publish, promote };
}

async function ensureToken(database: Database, folder: string, verb: Verb): Promise<string> {
  const file = join(folder, `${verb}.token`);
  const existing = await readToken(file);
  const token = existing ?? createToken(`site_${verb}`);
  await database.transaction(async (tx) => {
    if (!(await findActor(tx, token))) await replaceToken(tx, token, { name: `local-${verb}`, verbs: [verb], remotes: ['*'] });
  });
  if (existing === null) {
    await writeFile(`${file}.new`, `${token}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
  return token;
}

async function readToken(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
