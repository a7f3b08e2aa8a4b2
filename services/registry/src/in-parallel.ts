import { LateError } from '@site/platform/in-time';

/**
 * Works through items, so many at the same time. When one fails, no further ones are taken, and those under way are waited for.
 * @throws The first failure; before others one that came of a {@link LateError}, because what it is about may still happen.
 */
export async function inParallel<T>(items: Iterable<T>, atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items].reverse();
  const failures: unknown[] = [];
  const worker = async () => {
    for (let item = queue.pop(); item !== undefined && failures.length === 0; item = queue.pop()) {
      await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failures.length > 0) throw failures.find((error) => (error as Error).cause instanceof LateError) ?? failures[0];
}
