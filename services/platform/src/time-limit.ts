/**
 * Work that ends with the first of some signals. `AbortSignal.any` leaves a reference with each of them, which Node 20 never takes away, so that one
 * that lives as long as the process has more and more of them.
 */
import { setMaxListeners } from 'node:events';

/** Does `work` with a signal that is aborted with the first of `signals`, for its reason. Once the work has ended, they hold nothing of it. */
export async function withFirstOf<T>(signals: readonly AbortSignal[], work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const first = new AbortController();
  const end = () => first.abort(signals.find(({ aborted }) => aborted)?.reason);
  for (const signal of signals) {
    // Much may wait for one signal at a time, and Node would warn of the eleventh.
    setMaxListeners(Infinity, signal);
    signal.addEventListener('abort', end, { once: true });
  }
  if (signals.some(({ aborted }) => aborted)) end();
  try {
    return await work(first.signal);
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', end);
  }
}

/** The same, with a signal that is also aborted after a time. The timer is held until then, and keeps no process from ending. */
export async function withTimeLimit<T>(
  limitMs: number,
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException(`It took more than ${limitMs} ms.`, 'TimeoutError')), limitMs).unref();
  try {
    return await withFirstOf([limit.signal, ...signals], work);
  } finally {
    clearTimeout(timer);
  }
}
