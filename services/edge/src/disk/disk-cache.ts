/** Bytes that can be had again elsewhere, kept on disk within a limit. Whoever reads them says whether they are sound. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';

export interface DiskCacheOptions {
  /** Made when it is needed. Several edges may share it: each keeps its own count of what is in it. */
  directory: string;
  maxBytes: number;
  logger: FastifyBaseLogger;
}

const NAME = /^[0-9a-f]{64}$/;
/** An unfinished file of this age is of a process that has ended. */
const ABANDONED_MS = 60 * 60 * 1000;

export class DiskCache {
  readonly #options: DiskCacheOptions;
  /** Sizes by the names of the files, the one that was used last in front. */
  readonly #sizes: LRUCache<string, number>;
  readonly #known: Promise<void>;
  readonly #writing = new Set<Promise<void>>();

  constructor(options: DiskCacheOptions) {
    this.#options = options;
    this.#sizes = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: (size) => size + 1,
      dispose: (_size, name, reason) => {
        if (reason === 'evict') void this.#remove(name);
      },
    });
    this.#known = this.#list().catch((err: unknown) => options.logger.warn({ err }, 'what is kept on disk is not known'));
  }

  /**
   * @param judge Makes of what was read what is wanted; null of what is not sound, which is then removed.
   * @returns Null when it is not there, cannot be read or is not sound.
   */
  async read<T>(key: string, judge: (bytes: Buffer) => T | null | Promise<T | null>): Promise<T | null> {
    await this.#known;
    const name = nameOf(key);
    const file = join(this.#options.directory, name);
    const bytes = await readFile(file).catch(() => null);
    const judged = bytes && (await judge(bytes));
    if (bytes && judged !== null) {
      this.#sizes.set(name, bytes.length);
      // By which the next start knows what was used.
      await utimes(file, new Date(), new Date()).catch(() => undefined);
      return judged;
    }
    this.#sizes.delete(name);
    if (bytes) {
      this.#options.logger.warn({ key }, 'a file that is kept on disk is damaged');
      await this.#remove(name);
    }
    return null;
  }

  /** What cannot be written is logged: nothing depends on it. */
  write(key: string, bytes: Uint8Array): Promise<void> {
    const writing = this.#write(nameOf(key), bytes).finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
    return writing;
  }

  /** Ends when what was to be written is. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing);
  }

  async #write(name: string, bytes: Uint8Array): Promise<void> {
    const { directory, maxBytes, logger } = this.#options;
    if (bytes.length >= maxBytes) return;
    const unfinished = join(directory, `${name}.${randomUUID()}`);
    try {
      await this.#known;
      await mkdir(directory, { recursive: true });
      await writeFile(unfinished, bytes);
      await rename(unfinished, join(directory, name));
      this.#sizes.set(name, bytes.length);
    } catch (err) {
      logger.warn({ err }, 'a file is not kept on disk');
      await rm(unfinished, { force: true }).catch(() => undefined);
    }
  }

  /** Takes count of what earlier starts have left, and removes what they did not finish. */
  async #list(): Promise<void> {
    const { directory } = this.#options;
    const names = await readdir(directory).catch(() => []);
    const found = await Promise.all(names.map(async (name) => ({ name, stats: await stat(join(directory, name)).catch(() => null) })));
    const files = found.flatMap(({ name, stats }) => (stats ? [{ name, size: stats.size, usedAt: stats.mtimeMs }] : []));
    for (const { name, size } of files.filter(({ name }) => NAME.test(name)).sort((one, other) => one.usedAt - other.usedAt)) {
      this.#sizes.set(name, size);
    }
    const abandoned = files.filter(({ name, usedAt }) => !NAME.test(name) && Date.now() - usedAt > ABANDONED_MS);
    await Promise.all(abandoned.map(({ name }) => this.#remove(name)));
  }

  async #remove(name: string): Promise<void> {
    await rm(join(this.#options.directory, name), { force: true }).catch((err: unknown) =>
      this.#options.logger.warn({ err }, 'a file on disk is not removed'),
    );
  }
}

const nameOf = (key: string): string => createHash('sha256').update(key).digest('hex');
