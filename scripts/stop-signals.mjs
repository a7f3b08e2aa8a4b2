/** What a program is told to stop by: Ctrl-C, whoever started it, or a terminal that is closed. */
import { once } from 'node:events';
import { whenOrphaned } from '../tools/program/src/orphan.mjs';

/**
 * Aborts at any of these signals, and when npm has ended before. None of them ends this process: it has to come to an end by itself, after what
 * it has started. One that comes twice, as Ctrl-C does where a shell passes it on, changes nothing.
 * @returns {AbortController}
 */
export function stopOnSignals() {
  const stopped = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => stopped.abort());
  if (process.env.npm_lifecycle_event) whenOrphaned(() => stopped.abort());
  return stopped;
}

/**
 * Resolves when the signal is aborted, also if it was before.
 * @param {AbortSignal} signal
 */
export async function whenAborted(signal) {
  if (!signal.aborted) await once(signal, 'abort');
}
