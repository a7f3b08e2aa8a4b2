/** What the store of releases answers, which may fail or never come. */
import { unavailable } from '../unavailable';

/** There was no answer in time. What was asked for may still be done. */
export class LateError extends Error {}

/**
 * @param consequence Sentence that says what comes of it when there is no answer.
 * @throws AppError `service-unavailable`, whose cause is what went wrong; a {@link LateError} after the time limit.
 */
export async function inTime<T>(answer: Promise<T>, timeoutMs: number, consequence: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LateError(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  return Promise.race([answer, late])
    .catch((cause: unknown) => {
      throw unavailable('store', { message: `The registry's store of releases does not answer. ${consequence}`, cause, retryAfter: 10 });
    })
    .finally(() => clearTimeout(timer));
}
