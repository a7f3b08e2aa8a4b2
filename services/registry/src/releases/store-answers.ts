/** What the store of releases answers, which may fail or never come. */
import { inTime as answeredInTime } from '@site/platform/in-time';
import { unavailable } from '../unavailable';

/**
 * @param consequence Sentence that says what comes of it when there is no answer.
 * @throws AppError `service-unavailable`, whose cause is what went wrong; a `LateError` after the time limit.
 */
export async function inTime<T>(answer: Promise<T>, timeoutMs: number, consequence: string): Promise<T> {
  return answeredInTime(answer, timeoutMs).catch((cause: unknown) => {
    throw unavailable('store', { message: `The registry's store of releases does not answer. ${consequence}`, cause, retryAfter: 10 });
  });
}
