/** What the edge keeps on disk between two starts, in one file that is whole at any time. */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';

async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  // Several edges may share the directory.
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await writeFile(unfinished, text, { flush: true });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
}

const RETRY_MS = 10_000;

/**
 * Writes states one after the other, so that none takes the place of a later one. What is no longer the latest is not written, and what could not
 * be written is tried again until it is, or there is a later one.
 */
export class StateWriter<State> {
  readonly #file: string;
  readonly #logger: FastifyBaseLogger;
  readonly #textOf: (state: State) => string;
  readonly #write: typeof writeWhole;
  #next: State | null = null;
  #writing: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | undefined;

  constructor(file: string, logger: FastifyBaseLogger, textOf: (state: State) => string = JSON.stringify, write = writeWhole) {
    this.#file = file;
    this.#logger = logger;
    this.#textOf = textOf;
    this.#write = write;
  }

  /** Nothing waits for it: a state that cannot be written is logged. */
  keep(state: State): void {
    this.#next = state;
    this.#queue();
  }

  /** Ends when what was to be kept is, or could not be for now. */
  settled(): Promise<void> {
    return this.#writing;
  }

  #queue(): void {
    this.#writing = this.#writing.then(() => this.#writeNext());
  }

  async #writeNext(): Promise<void> {
    clearTimeout(this.#retry);
    const state = this.#next;
    if (!state) return;
    this.#next = null;
    await this.#write(this.#file, this.#textOf(state)).catch((err: unknown) => {
      this.#logger.error({ err }, 'what is served is not kept on disk');
      this.#next ??= state;
      this.#retry = setTimeout(() => this.#queue(), RETRY_MS).unref();
    });
  }
}
