/**
 * Does what nobody waits for when the page has nothing else to do.
 * @returns takes it back where it was not done yet.
 */
export function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const request = requestIdleCallback(task, { timeout: 5_000 });
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(task, 1_000);
  return () => clearTimeout(timer);
}
