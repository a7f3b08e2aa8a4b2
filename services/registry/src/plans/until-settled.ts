import { AppError } from '@site/platform/errors';

const TRIES = 5;

/** Does it again, up to five times in all, when somebody else has changed what is live meanwhile; `work` reads everything anew. */
export async function untilSettled<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !(error instanceof AppError) || error.code !== 'revision-conflict') throw error;
    }
  }
}
