/** Copies the data folder of a stopped site into one archive. */
import { randomUUID } from 'node:crypto';
import { access, mkdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { writeArchive } from './archive';
import { dataFolderOf, describeFolder, hasData, lockData, readMigrations } from './data-folder';
import { explainDiskError, Failure } from './failure';
import { FORMAT, KIND, manifestSchema } from './manifest';

export interface BackupOptions {
  /** Names the data folder, as for a start. */
  env: Record<string, string | undefined>;
  /** Absolute path of the archive. It appears when it is complete, and its owner alone may read it: it holds keys and personal data. */
  file: string;
  signal?: AbortSignal | undefined;
}

export interface Backup {
  dataDir: string;
  files: number;
  /** Size of the archive. */
  bytes: number;
}

/** @throws Failure with one sentence: a site runs on the data, there are none, or the file exists. */
export async function backUp(options: BackupOptions): Promise<Backup> {
  try {
    return await copyToArchive(options);
  } catch (error) {
    throw explainDiskError(error, options.file);
  }
}

async function copyToArchive({ env, file, signal }: BackupOptions): Promise<Backup> {
  const dataDir = await dataFolderOf(env);
  if (!(await hasData(dataDir)))
    throw new Failure(`There are no data of a site in ${dataDir}. If they are elsewhere, name their folder with DATA_DIR.`);
  if (isInside(await realPathOf(file), dataDir))
    throw new Failure(`${file} lies in the data folder itself. Choose a place outside of ${dataDir}.`);
  if (await exists(file)) throw new Failure(`${file} exists already. Choose another name.`);

  const migrations = await readMigrations(dataDir);
  const unlock = lockData(dataDir);
  const unfinished = `${file}.${randomUUID()}.unfinished`;
  try {
    const content = await describeFolder(dataDir, signal);
    const manifest = manifestSchema.parse({ kind: KIND, format: FORMAT, createdAt: new Date().toISOString(), migrations, ...content });
    await mkdir(dirname(file), { recursive: true });
    await writeArchive(unfinished, manifest, dataDir, signal);
    const { size } = await stat(unfinished);
    await rename(unfinished, file);
    return { dataDir, files: manifest.files.length, bytes: size };
  } finally {
    await rm(unfinished, { force: true });
    unlock();
  }
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

function isInside(file: string, folder: string): boolean {
  const path = relative(folder, file);
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

/** Where a file will really be, whose folders may be links, or not there yet. */
const realPathOf = (file: string): Promise<string> =>
  realpath(file).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return join(await realPathOf(dirname(file)), basename(file));
  });
