/** Runs other programs: quietly, in a process group of their own, so that stopping one stops all that it started. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './workspaces.mjs';

const GRACE_MS = 5_000;

/** Path of a command that an installed package brings along. */
export const bin = (name) => path.join(root, 'node_modules', '.bin', name);

/**
 * Starts a program in the root of the repository.
 * @param {string} command
 * @param {string[]} args
 * @param {object} [options]
 * @param {Record<string, string>} [options.env] Added to the environment.
 * @param {AbortSignal} [options.signal] Stops the program and all that it started.
 * @param {NodeJS.Signals} [options.stopBy] What it is stopped by, where that is not SIGTERM, and
 * @param {number} [options.graceMs] how long it may take to end before it is killed.
 * @param {boolean} [options.show] Show its output as it comes, instead of collecting it.
 * @param {number} [options.uid] User and
 * @param {number} [options.gid] group to run it as.
 * @returns {{ done: Promise<{ code: number, output: string }>, stop: (signal?: NodeJS.Signals) => void }}
 */
export function start(command, args, { env, signal, stopBy = 'SIGTERM', graceMs = GRACE_MS, show = false, uid, gid } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    detached: true,
    uid,
    gid,
  });
  const chunks = [];
  child.stdout?.on('data', (chunk) => chunks.push(chunk));
  child.stderr?.on('data', (chunk) => chunks.push(chunk));

  const stop = (name = stopBy) => {
    try {
      process.kill(-child.pid, name);
    } catch {
      // It has ended by itself.
    }
  };
  const abort = () => {
    stop();
    setTimeout(() => stop('SIGKILL'), graceMs).unref();
  };
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });

  const done = new Promise((resolve) => {
    const finish = (code, note = '') => {
      signal?.removeEventListener('abort', abort);
      resolve({ code, output: Buffer.concat(chunks).toString() + note });
    };
    child.once('error', (error) => finish(127, `${command} could not be started: ${error.message}\n`));
    child.once('close', (code) => finish(code ?? 1));
  });
  return { done, stop };
}

/** Starts a program and waits for its end. Same options as {@link start}. */
export const run = (command, args, options) => start(command, args, options).done;
