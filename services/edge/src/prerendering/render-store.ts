/** Keeps rendered pages on disk, so that a restart renders nothing anew. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RenderOutput } from '@site/contracts/prerender';
import { renderOutputSchema } from '../renderer/messages';

const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

export class RenderStore {
  constructor(private readonly directory: string) {}

  /** Null when there is none, or what is there cannot be used. */
  async read(key: string): Promise<RenderOutput | null> {
    try {
      return renderOutputSchema.parse(JSON.parse(await readFile(this.#file(key), 'utf8')));
    } catch {
      return null;
    }
  }

  async write(key: string, output: RenderOutput): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    // Several edges may share the directory.
    const unfinished = `${this.#file(key)}.${randomUUID()}`;
    await writeFile(unfinished, JSON.stringify(output));
    await rename(unfinished, this.#file(key));
  }

  /** Removes pages that are not among `keys` and were written more than a week ago. Younger ones serve a rollback. */
  async prune(keys: ReadonlySet<string>, now = Date.now()): Promise<void> {
    const names = await readdir(this.directory).catch(() => []);
    for (const name of names.filter((candidate) => !keys.has(candidate.replace(/\.json$/, '')))) {
      const file = join(this.directory, name);
      const { mtimeMs } = await stat(file);
      if (now - mtimeMs > KEPT_MS) await rm(file, { force: true });
    }
  }

  #file(key: string): string {
    return join(this.directory, `${key}.json`);
  }
}
