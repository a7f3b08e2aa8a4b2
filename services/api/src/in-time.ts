/** A store that hangs holds up neither what else is to be done nor the end of the process. */
const STORE_TIMEOUT_MS = 5_000;

/** What a store answers, or a failure once that has taken too long. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the store did not answer in time')), STORE_TIMEOUT_MS);
    timer.unref();
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
