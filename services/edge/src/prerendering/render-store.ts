/** Keeps rendered pages on disk, so that a restart renders nothing anew. Each is sealed: one that somebody else has written there is not shown. */
import { createHash, createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RenderOutput } from '@site/contracts/prerender';
import type { FastifyBaseLogger } from 'fastify';
import { renderOutputSchema } from '../renderer/messages';

export interface RenderStoreOptions {
  directory: string;
  /** What the seals are derived from, the same for all edges that share the directory; null while there is none, and nothing is kept then. */
  secret: () => Promise<string | null>;
  logger: FastifyBaseLogger;
}

const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const KEY_BYTES = 32;

export class RenderStore {
  constructor(private readonly options: RenderStoreOptions) {}

  /** Null when there is none, or what is there is not what was kept. */
  async read(key: string): Promise<RenderOutput | null> {
    const text = await readFile(this.#file(key), 'utf8').catch(() => null);
    const sealKey = text === null ? null : await this.#sealKey();
    if (text === null || sealKey === null) return null;
    if (!text.startsWith(nameOf(sealKey))) {
      this.options.logger.warn({ key }, 'a rendered page on disk was kept with another token');
      return null;
    }
    const page = opened(key, text, sealKey);
    if (page === null) this.options.logger.error({ key }, 'a rendered page on disk is not the one that was kept');
    return page;
  }

  async write(key: string, output: RenderOutput): Promise<void> {
    const sealKey = await this.#sealKey();
    if (sealKey === null) return;
    await mkdir(this.options.directory, { recursive: true });
    // Several edges may share the directory.
    const unfinished = `${this.#file(key)}.${randomUUID()}`;
    const page = JSON.stringify(output);
    await writeFile(unfinished, `${nameOf(sealKey)}${sealOf(key, page, sealKey).toString('base64url')}\n${page}`);
    await rename(unfinished, this.#file(key));
  }

  /** Removes pages that are not among `keys` and were written more than a week ago. Younger ones serve a rollback. */
  async prune(keys: ReadonlySet<string>, now = Date.now()): Promise<void> {
    const { directory } = this.options;
    const names = await readdir(directory).catch(() => []);
    for (const name of names.filter((candidate) => !keys.has(candidate.replace(/\.page$/, '')))) {
      const file = join(directory, name);
      // Another edge may have removed it since.
      const stats = await stat(file).catch(() => null);
      if (stats && now - stats.mtimeMs > KEPT_MS) await rm(file, { force: true });
    }
  }

  async #sealKey(): Promise<Buffer | null> {
    const secret = await this.options.secret().catch(() => null);
    return secret === null ? null : Buffer.from(hkdfSync('sha256', secret, '', 'rendered pages', KEY_BYTES));
  }

  #file(key: string): string {
    return join(this.options.directory, `${key}.page`);
  }
}

/** Which key it is. It says nothing of the key itself. */
const nameOf = (sealKey: Buffer): string => `${createHash('sha256').update(sealKey).digest('hex').slice(0, 8)}.`;

/** Of a page under its key: one that is put in the place of another is none of it. */
const sealOf = (key: string, page: string, sealKey: Buffer): Buffer => createHmac('sha256', sealKey).update(`${key}\n${page}`).digest();

/** The name of the key with the seal, and the page, each on a line. */
function opened(key: string, text: string, sealKey: Buffer): RenderOutput | null {
  const end = text.indexOf('\n');
  const page = text.slice(end + 1);
  const [seal, expected] = [Buffer.from(text.slice(nameOf(sealKey).length, end), 'base64url'), sealOf(key, page, sealKey)];
  if (seal.length !== expected.length || !timingSafeEqual(seal, expected)) return null;
  return renderOutputSchema.safeParse(JSON.parse(page)).data ?? null;
}
