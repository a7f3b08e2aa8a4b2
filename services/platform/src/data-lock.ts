/** A lock on a data directory. PGlite takes none itself, and a second process on its files destroys them. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The directory is in use by a living process. */
export class DataInUseError extends Error {
  override name = 'DataInUseError';
  constructor(
    readonly directory: string,
    readonly pid: number,
  ) {
    super(`The data in ${directory} is in use by process ${pid}. Stop that one first, or choose another directory.`);
  }
}

interface Holder {
  pid: number;
  /** Start of the process in kernel ticks, where the system tells it: a process id alone may be in use again, always so in a container. */
  started: string | null;
}

/** Name of the lock in its directory; files that help to make it begin with it. */
export const LOCK_FILE = 'in-use.lock';

const held = new Set<string>();

/**
 * Locks `directory` (created when missing) for this process. A lock left behind by a dead process is taken over.
 * @returns A function that releases the lock.
 * @throws DataInUseError while another process, or this one, holds it.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, LOCK_FILE);
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, JSON.stringify({ pid: process.pid, started: startOf(process.pid) } satisfies Holder));
  try {
    for (let attempt = 0; !tryLink(mine, file); attempt += 1) removeIfStale(file, directory, attempt);
  } finally {
    rmSync(mine, { force: true });
  }
  held.add(file);
  return () => {
    if (held.delete(file)) rmSync(file, { force: true });
  };
}

/** A hard link appears with its content, in one step, and fails when the name exists. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function removeIfStale(file: string, directory: string, attempt: number): void {
  const content = read(file);
  if (content === null) return;
  const holder = parse(content);
  if (holder && (isAlive(holder, file) || attempt > 5)) throw new DataInUseError(directory, holder.pid);
  // Another process may do the same at this moment. What was renamed away must be what was judged; else it is put back.
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (read(aside) !== content) tryLink(aside, file);
  rmSync(aside, { force: true });
}

function isAlive(holder: Holder, file: string): boolean {
  if (holder.pid === process.pid) return held.has(file);
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const started = startOf(holder.pid);
  return holder.started === null || started === null || holder.started === started;
}

/** Null where the system does not tell it, as it may not of the processes of others. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The 22nd field; the second, in parentheses, may contain spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function parse(content: string): Holder | null {
  try {
    const value = JSON.parse(content) as Partial<Holder>;
    return typeof value.pid === 'number' ? { pid: value.pid, started: value.started ?? null } : null;
  } catch {
    return null;
  }
}

/** Null when there is no such file. */
function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
