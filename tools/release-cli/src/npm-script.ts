import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { ReleasablePackage } from './workspace';

interface ScriptOptions {
  /** Beside those of this process. */
  env: Record<string, string>;
  /** Whether npm says nothing itself. */
  silent?: boolean;
  /** In a process group of its own, where there are any. */
  ownGroup?: boolean;
}

/** Starts a script of a package. On Windows npm is a batch file, which only a shell runs. */
export function startScript(
  script: string,
  { name, root }: Pick<ReleasablePackage, 'name' | 'root'>,
  { env, silent = false, ownGroup = false }: ScriptOptions,
): ChildProcessByStdio<null, Readable, Readable> {
  const isWindows = process.platform === 'win32';
  return spawn(isWindows ? 'npm.cmd' : 'npm', ['run', script, ...(silent ? ['--silent'] : []), '--workspace', name], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: ownGroup && !isWindows,
    shell: isWindows,
  });
}
