/** The data folder of a site that runs on the embedded database: where it is, what belongs to it, and that nobody uses it now. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, lstat, readdir, realpath } from 'node:fs/promises';
import { join, posix, resolve } from 'node:path';
import { parseConfig } from '@site/platform/config';
import { DataDamagedError } from '@site/platform/data-damaged';
import { DataInUseError, LOCK_FILE, lockDirectory } from '@site/platform/data-lock';
import { openDatabase } from '@site/platform/database';
import { dataEnvironment } from '../config';
import { Failure } from './failure';
import type { Manifest } from './manifest';

const RUNBOOK = 'docs/runbooks/back-up-and-restore.md';

/** Made anew when they are missing, or left by work that was interrupted. */
const LEFT_OUT = new Set(['uploads', 'edge/pages', 'edge/assets', 'edge/deltas', 'edge/documents', 'files/.unfinished', 'operator']);

/**
 * Path of the data folder that the environment names, whether it exists or not.
 * @throws Failure where the data, or a part of them, are elsewhere.
 */
export async function dataFolderOf(env: Record<string, string | undefined>): Promise<string> {
  const { DATA_DIR, DATABASE_URL, STORAGE_URL } = parseConfig(dataEnvironment, env);
  if (DATABASE_URL ?? STORAGE_URL) {
    const named = DATABASE_URL
      ? 'what DATABASE_URL names with its own tools, such as pg_dump'
      : 'what STORAGE_URL names with its own tools';
    throw new Failure(`This command is for the embedded database and files: back up ${named} (${RUNBOOK}).`);
  }
  const folder = resolve(DATA_DIR);
  return realpath(folder).catch(() => folder);
}

/** @throws where the folder is somebody else's and cannot be looked into. */
export async function hasData(folder: string): Promise<boolean> {
  try {
    await access(join(folder, 'db', 'pglite', 'PG_VERSION'));
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) return false;
    throw error;
  }
}

/** Keeps every site off the folder until the returned function is called. @throws Failure while one runs. */
export function lockData(folder: string): () => void {
  try {
    return lockDirectory(databaseFolder(folder));
  } catch (error) {
    throw explained(error, folder);
  }
}

export const databaseFolder = (folder: string): string => join(folder, 'db');

/**
 * Opens the database, which repairs what a killed process left, and names its migrations by service.
 * @throws Failure while a site runs, and where the database is damaged.
 */
export async function readMigrations(folder: string): Promise<Manifest['migrations']> {
  const database = await openDatabase({ dataDir: folder }).catch((error: unknown) => {
    throw explained(error, folder);
  });
  try {
    const { rows } = await database.query<{ service: string }>(
      `select table_schema as service from information_schema.tables where table_name = 'migrations' order by 1`,
    );
    const migrations: Manifest['migrations'] = {};
    for (const { service } of rows) {
      const applied = await database.query<{ file: string }>(`select file from ${service}.migrations order by file`);
      migrations[service] = applied.rows.map(({ file }) => file);
    }
    return migrations;
  } finally {
    await database.close();
  }
}

function explained(error: unknown, folder: string): unknown {
  if (error instanceof DataInUseError)
    return new Failure(`The site that uses ${folder} is running as process ${error.pid}. Stop it, repeat the command, and start it again.`);
  return error instanceof DataDamagedError ? new Failure(error.message, { cause: error }) : error;
}

/** Everything in the folder, parents before what is in them. @throws Failure for what an archive cannot hold. */
export async function describeFolder(root: string, signal?: AbortSignal): Promise<Pick<Manifest, 'folders' | 'files'>> {
  const found: Pick<Manifest, 'folders' | 'files'> = { folders: [], files: [] };
  const visit = async (folder: string): Promise<void> => {
    for (const name of (await readdir(join(root, folder))).sort()) {
      signal?.throwIfAborted();
      const path = posix.join(folder, name);
      if (LEFT_OUT.has(path) || path.startsWith(`db/${LOCK_FILE}`)) continue;
      const location = join(root, path);
      const stat = await lstat(location);
      const mode = stat.mode & 0o777;
      if (stat.isDirectory()) {
        found.folders.push({ path, mode });
        await visit(path);
      } else if (stat.isFile()) {
        found.files.push({ path, mode, size: stat.size, sha256: await hashOf(location) });
      } else throw new Failure(`${location} is neither a file nor a folder. Put the real thing in its place: a backup would lack it.`);
    }
  };
  await visit('');
  return found;
}

async function hashOf(location: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(location)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
