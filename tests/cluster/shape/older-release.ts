/** The release before this one, as a database tells them apart: what was here before the last migration, with programs of its own. */
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const MIGRATIONS = 'services/*/migrations/*.sql';

const run = promisify(execFile);

export interface OlderRelease {
  commit: string;
  /** Of its sources. */
  folder: string;
  /** Whoever runs one of its programs has ended it before. */
  remove(): Promise<void>;
}

/**
 * Makes the programs of the release before this one in a folder for temporary files.
 * @returns null where git knows of no commit before the last migration: in a shallow clone, or without a repository.
 * @throws Error with what git, npm or the bundler say.
 */
export async function makeOlderRelease(): Promise<OlderRelease | null> {
  const commit = await commitBeforeLastMigration();
  if (commit === null) return null;
  const folder = await mkdtemp(path.join(tmpdir(), 'older-release-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const archive = path.join(folder, 'sources.tar');
    await run('git', ['archive', '--output', archive, commit], { cwd: ROOT });
    await run('tar', ['-xf', archive, '-C', folder]);
    await installPackages(folder);
    await run(process.execPath, ['tools/program/bin/make.mjs', 'services/server/src/main.ts'], { cwd: folder });
    return { commit, folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** On the way of merges, each of which is a release: what a branch had meanwhile was never live. */
async function commitBeforeLastMigration(): Promise<string | null> {
  const lastMigration = ['log', '-1', '--first-parent', '-m', '--diff-filter=A', '--format=%P', '--', MIGRATIONS];
  const { stdout } = await run('git', lastMigration, { cwd: ROOT }).catch(() => ({ stdout: '' }));
  return stdout.trim().split(' ')[0] || null;
}

interface Lock {
  /** By their place in the folder; the packages of the repository itself are links. */
  packages: Record<string, { version?: string; resolved?: string; link?: boolean }>;
}

/** Those of this checkout, where the other release has the same ones. */
async function installPackages(folder: string): Promise<void> {
  const [present, older] = await Promise.all([readLock(ROOT), readLock(folder)]);
  if (versionsOf(present) !== versionsOf(older)) {
    await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
    return;
  }
  for (const [place, { link, resolved = '' }] of Object.entries(older.packages)) {
    // What lies within a package comes with it.
    if (place.split('node_modules/').length !== 2) continue;
    const at = path.join(folder, place);
    await mkdir(path.dirname(at), { recursive: true });
    await symlink(link ? path.join(folder, resolved) : path.join(ROOT, place), at);
  }
}

const readLock = async (folder: string): Promise<Lock> =>
  JSON.parse(await readFile(path.join(folder, 'package-lock.json'), 'utf8')) as Lock;

const versionsOf = ({ packages }: Lock): string =>
  Object.entries(packages)
    .filter(([place, { link }]) => place.includes('node_modules/') && !link)
    .map(([place, { version }]) => `${place} ${version}`)
    .sort()
    .join('\n');
