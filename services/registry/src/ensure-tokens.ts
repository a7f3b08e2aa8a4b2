/** The first tokens of an installation. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Db } from '@site/platform/database';
import { createToken } from '@site/platform/tokens';
import { migrateRegistry } from './migrations';
import type { Verb } from './tables';
import { EVERYTHING } from './people/scope';
import { addToken } from './tokens/manage-tokens';
import { findToken, lockFirstTokens } from './tokens/token.repository';

/** Names of the first tokens, which revisions and the audit say of who acts with them. */
const GRANTS = {
  publish: { name: 'local-publish', verbs: ['publish'] },
  promote: { name: 'local-promote', verbs: ['promote'] },
  edge: { name: 'local-edge', verbs: ['serve'] },
  admin: { name: 'local-admin', verbs: ['admin'] },
  start: { name: 'local-start', verbs: ['publish', 'promote'] },
} satisfies Record<string, { name: string; verbs: Verb[] }>;

export type FirstTokens = Record<keyof typeof GRANTS, string>;

interface EnsureTokensOptions {
  database: Database;
  dataDir: string;
  /** Told when a token was replaced; never the token. */
  warn?: (message: string) => void;
}

/**
 * Makes sure that `<dataDir>/tokens/` has a valid token for each purpose, readable by the owner only: `publish.token`, `promote.token`,
 * `edge.token`, `admin.token`, and `start.token` for `npm start`. They cover all parts and environments.
 * - A token that the database does not know, because one of the two is new, is made valid.
 * - A token that was revoked or has expired stays so. A new one takes its place in the file.
 * - Tokens of other data folders are left as they are: other registries on the same database use them.
 */
export async function ensureTokens({ database, dataDir, warn }: EnsureTokensOptions): Promise<FirstTokens> {
  await migrateRegistry(database);
  const folder = join(dataDir, 'tokens');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return database.transaction(async (tx) => {
    // Registries that share the folder and start together find the same tokens.
    await lockFirstTokens(tx);
    const publish = await ensureToken(tx, folder, 'publish', warn);
    const promote = await ensureToken(tx, folder, 'promote', warn);
    const edge = await ensureToken(tx, folder, 'edge', warn);
    const admin = await ensureToken(tx, folder, 'admin', warn);
    const start = await ensureToken(tx, folder, 'start', warn);
    return { publish, promote, edge, admin, start };
  });
}

async function ensureToken(tx: Db, folder: string, purpose: keyof FirstTokens, warn: EnsureTokensOptions['warn']): Promise<string> {
  const file = join(folder, `${purpose}.token`);
  const scope = { parts: [EVERYTHING], environments: [EVERYTHING], expiresAt: null };
  const grant = { ...GRANTS[purpose], ...scope, createdBy: 'registry' };
  const existing = await readToken(file);
  const known = existing === null ? null : await findToken(tx, existing);
  if (existing !== null && known === null) await addToken(tx, existing, grant);
  if (existing !== null && (known === null || known.state === 'valid')) return existing;
  const token = createToken(`site_${purpose}`);
  await addToken(tx, token, grant);
  // If the transaction fails after this, the next start finds a token that the database does not know.
  await writeFile(`${file}.new`, `${token}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  if (known !== null) warn?.(`the token in tokens/${purpose}.token was revoked or has expired and stays so; the file has a new one`);
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
