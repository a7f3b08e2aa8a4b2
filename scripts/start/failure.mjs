/** A failure that its message explains: people see the message, and no stack. */
export class Failure extends Error {
  name = 'Failure';
}

/** The release tool has a class of its own for the same purpose. */
export const isFailure = (error) => error?.name === 'Failure';

/**
 * Ends a command: says what went wrong, unless somebody stopped it.
 * @param {unknown} error
 * @param {AbortSignal} stopped
 */
export function report(error, stopped) {
  process.exitCode = stopped.aborted ? 130 : 1;
  if (!stopped.aborted) console.error(isFailure(error) ? `\n${error.message}` : error);
}
