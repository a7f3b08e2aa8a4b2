/** Where the files of an archive are while it is checked and stored: the first megabytes in memory, which are all of most releases, the rest on disk. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Gives the bytes that were kept. */
export type Kept = () => Promise<Buffer>;

const IN_MEMORY = 8 * 1024 * 1024;
/** Longer than any publication may take. */
const LEFT_BEHIND_MS = 60 * 60_000;

export class Scratch {
  readonly #directory: string;
  #memory = IN_MEMORY;
  #written = 0;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** For as long as the work takes. @param folder Where each has a folder of its own. */
  static async during<T>(folder: string, work: (scratch: Scratch) => Promise<T>): Promise<T> {
    const directory = join(folder, randomUUID());
    await mkdir(directory, { recursive: true });
    try {
      return await work(new Scratch(directory));
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  async keep(bytes: Buffer): Promise<Kept> {
    if (bytes.length <= this.#memory) {
      this.#memory -= bytes.length;
      return () => Promise.resolve(bytes);
    }
    const file = join(this.#directory, String(this.#written));
    this.#written += 1;
    await writeFile(file, bytes, { flag: 'wx', mode: 0o600 });
    return () => readFile(file);
  }
}

/** Deletes what a process that was killed in its work has left. */
export async function deleteLeftBehind(folder: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const directory = join(folder, name);
    const { mtimeMs } = await stat(directory).catch(() => ({ mtimeMs: now }));
    if (mtimeMs < now - LEFT_BEHIND_MS) await rm(directory, { recursive: true, force: true });
  }
}
