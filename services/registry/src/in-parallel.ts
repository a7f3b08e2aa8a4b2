/** Works through items, so many at the same time. Stops taking further ones when one fails. */
export async function inParallel<T>(items: Iterable<T>, atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items].reverse();
  const worker = async () => {
    try {
      for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item);
    } catch (error) {
      queue.length = 0;
      throw error;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
