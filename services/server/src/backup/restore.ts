/** Puts the data of a backup where a site finds them. Everything is unpacked and tried out beside the data folder before it takes its place. */
import { randomUUID } from 'node:crypto';
import { access, cp, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { giveUpRestoredGroupMails } from '@site/api/desk/mails/give-up-restored-group-mails';
import { keepRevokedPreviews, REVOKED_PREVIEWS_FILE } from '@site/edge/preview/revoked-previews';
import { LOCK_FILE } from '@site/platform/data-lock';
import { openDatabase } from '@site/platform/database';
import { giveUpRestoredMails } from '@site/platform/give-up-restored-mails';
import { pauseRestoredPlans } from '@site/registry/plans/pause-restored-plans';
import { giveUpRestoredMessages } from '@site/registry/webhooks/give-up-restored-messages';
import { readArchive } from './archive';
import { databaseFolder, dataFolderOf, hasData, lockData, readMigrations } from './data-folder';
import { explainDiskError, Failure } from './failure';
import type { Manifest } from './manifest';
import { fillFolder, swapFolders } from './swap-folders';

const SERVICES = fileURLToPath(new URL('../../../', import.meta.url));
/** The migrations of the registry that have plans, and webhooks, and that of the API that has mails to groups. */
const PLANS = '0005_plans.sql';
const WEBHOOKS = '0011_webhooks.sql';
const GROUP_MAILS = '0004_many_members.sql';

export interface RestoreOptions {
  /** Names the data folder, as for a start. */
  env: Record<string, string | undefined>;
  /** Absolute path of the archive. */
  file: string;
  /** Take the place of data that are there. They are kept beside. */
  replace: boolean;
  /** Leave mails and messages to webhooks that waited in the backup to be sent by the next start. */
  sendWaiting?: boolean;
  signal?: AbortSignal | undefined;
}

interface Stopped {
  /** How many plans would have gone on by themselves, and are paused. */
  pausedPlans: number;
  /** How many mails would have been sent, perhaps again. */
  givenUpMails: number;
  /** How many mails to groups would have gone to the rest of their group, perhaps again. */
  givenUpGroupMails: number;
  /** How many messages to webhooks would have been delivered, perhaps again. */
  givenUpMessages: number;
}

export interface Restored extends Stopped {
  dataDir: string;
  files: number;
  /** ISO time of the backup. */
  createdAt: string;
  /** Folder of the data that were there before. */
  replaced: string | null;
}

/** @throws Failure with one sentence. Whatever fails, the data that were there are as they were. */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const dataDir = await dataFolderOf(options.env);
  try {
    return await unpackArchive(dataDir, options);
  } catch (error) {
    throw explainDiskError(error, dataDir);
  }
}

async function unpackArchive(dataDir: string, { file, replace, sendWaiting = false, signal }: RestoreOptions): Promise<Restored> {
  if (!(await isFile(file))) throw new Failure(`There is no file ${file}.`);
  const isEmpty = await isEmptyFolder(dataDir);
  if (!isEmpty) await assertReplaceable(dataDir, replace);

  const unlock = isEmpty ? () => undefined : lockData(dataDir);
  const fresh = `${dataDir}.restoring-${randomUUID()}`;
  try {
    await mkdir(dirname(dataDir), { recursive: true });
    await mkdir(fresh, { mode: 0o700 });
    const { createdAt, files } = await readArchive(file, fresh, assertKnown, signal);
    const stopped = await stopWhatWaited(fresh, await migrationsIn(fresh, file), sendWaiting);
    signal?.throwIfAborted();
    if (!isEmpty) await keepWhatWasTakenBack(dataDir, fresh);
    let replaced: string | null = null;
    if (isEmpty) await fillFolder(dataDir, fresh);
    else replaced = await replaceData(dataDir, fresh);
    return { dataDir, files: files.length, createdAt, replaced, ...stopped };
  } finally {
    await rm(fresh, { recursive: true, force: true });
    unlock();
  }
}

/** The lock is in the folder that moves away, so the one that comes brings the next: at no moment may a site start on either. */
async function replaceData(dataDir: string, fresh: string): Promise<string> {
  const aside = `${dataDir}.replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  lockData(fresh);
  await swapFolders({ fresh, current: dataDir, aside });
  await rm(join(databaseFolder(aside), LOCK_FILE), { force: true });
  return aside;
}

/**
 * Who was erased since the backup is erased again by the next start: the notes of that (services/api/src/privacy/kept-erasures.ts) stay. And a
 * link to a preview that was taken back since shows nothing again.
 */
async function keepWhatWasTakenBack(from: string, to: string): Promise<void> {
  const [notes, revoked] = [join('files', 'erasures'), join('edge', REVOKED_PREVIEWS_FILE)];
  await keepRevokedPreviews(join(from, revoked), join(to, revoked));
  await cp(join(from, notes), join(to, notes), { recursive: true, force: false }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

async function assertReplaceable(dataDir: string, replace: boolean): Promise<void> {
  if (!(await hasData(dataDir))) throw new Failure(`${dataDir} holds something else than the data of a site. Choose another DATA_DIR.`);
  if (!replace)
    throw new Failure(`There are data in ${dataDir}. With --replace the backup takes their place, and they are kept beside it.`);
}

async function migrationsIn(folder: string, file: string): Promise<Manifest['migrations']> {
  if (!(await hasData(folder))) throw new Failure(`${file} has no database in it. Nothing has changed.`);
  return readMigrations(folder).catch((cause: unknown) => {
    throw new Failure(`The database in ${file} cannot be opened. Nothing has changed.`, { cause });
  });
}

/** What the first start would do by itself, though it may have been done, or decided otherwise, since the backup. */
async function stopWhatWaited(folder: string, migrations: Manifest['migrations'], sendWaiting: boolean): Promise<Stopped> {
  const { api = [], platform = [], registry = [] } = migrations;
  const database = await openDatabase({ dataDir: folder });
  try {
    return {
      pausedPlans: registry.includes(PLANS) ? await pauseRestoredPlans(database) : 0,
      givenUpMails: platform.length > 0 && !sendWaiting ? await giveUpRestoredMails(database) : 0,
      givenUpGroupMails: api.includes(GROUP_MAILS) && !sendWaiting ? await giveUpRestoredGroupMails(database) : 0,
      givenUpMessages: registry.includes(WEBHOOKS) && !sendWaiting ? await giveUpRestoredMessages(database) : 0,
    };
  } finally {
    await database.close();
  }
}

/** A start refuses a database that is newer than itself; better to hear that before the data are there. */
async function assertKnown({ migrations }: Manifest): Promise<void> {
  for (const [service, files] of Object.entries(migrations))
    for (const migration of files)
      await access(join(SERVICES, service, 'migrations', migration)).catch(() => {
        throw new Failure(`The backup comes from a newer version of this product (${service}/${migration}). Update the product first.`);
      });
}

const isFile = (file: string) =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  );

async function isEmptyFolder(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return true;
    if (code === 'ENOTDIR' && (await isFile(folder))) return false;
    throw error;
  }
}
