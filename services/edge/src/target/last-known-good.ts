/** The target that was served last, with the descriptors of its releases: what the edge starts with when nothing else answers. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { releaseDescriptorSchema } from '@site/contracts/release';
import type { Logger } from '@site/platform/logging';
import { envelopeSchema } from '@site/release-model/envelope';
import { z } from 'zod';

/** The signature of the envelope and the ids in the target show whether it is damaged. */
const fileSchema = z.object({ envelope: envelopeSchema, releases: z.array(releaseDescriptorSchema) });

export type LastKnownGood = z.infer<typeof fileSchema>;

/** @returns Null when there is none, or it has another form. */
export async function readLastKnownGood(file: string): Promise<LastKnownGood | null> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  // Several edges may share the directory.
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, text, { flush: true });
  await rename(unfinished, file);
}

/** Writes states one after the other, so that none takes the place of a later one. What is no longer the latest is not written. */
export class LastKnownGoodWriter {
  readonly #file: string;
  readonly #logger: Logger;
  readonly #write: typeof writeWhole;
  #next: LastKnownGood | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: string, logger: Logger, write = writeWhole) {
    this.#file = file;
    this.#logger = logger;
    this.#write = write;
  }

  /** Nothing waits for it: a state that cannot be written is logged. */
  keep(state: LastKnownGood): void {
    this.#next = state;
    this.#writing = this.#writing.then(() => this.#writeNext());
  }

  /** Ends when what was to be kept is. */
  settled(): Promise<void> {
    return this.#writing;
  }

  async #writeNext(): Promise<void> {
    const state = this.#next;
    if (!state) return;
    this.#next = null;
    await this.#write(this.#file, JSON.stringify(state)).catch((err: unknown) => this.#logger.error({ err }, 'target is not kept on disk'));
  }
}
