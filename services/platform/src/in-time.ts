/** Answers that may never come. */

/** There was no answer in time. What was asked for may still be done. */
export class LateError extends Error {}

/**
 * What `answer` gives. The wait keeps no process from ending.
 * @throws LateError once it has taken too long.
 */
export async function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LateError(`no answer within ${timeoutMs} ms`)), timeoutMs);
    timer.unref();
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
