/** Resolves in a task of its own, before which the browser answers who presses something, and paints. */
export const nextTask = (): Promise<void> =>
  'scheduler' in window && 'yield' in scheduler ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));
