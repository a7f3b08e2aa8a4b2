/**
 * Ends with the first of some signals, or after a time. `AbortSignal.any([AbortSignal.timeout(...)])` may not: nothing but the result knows of that
 * timeout, and does not hold it, so Node collects it as garbage, and it never comes.
 */
export function timeLimit(limitMs: number, ...others: readonly AbortSignal[]): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(new DOMException(`It took more than ${limitMs} ms.`, 'TimeoutError')), limitMs).unref();
  return AbortSignal.any([limit.signal, ...others]);
}
