/**
 * Previews that were taken back. Each is known until 30 days after its link expired: a statement without it, of whoever answers in the place of
 * the registry or of a registry that was restored from a backup, shows it to nobody again. Kept on disk for starts without the registry.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { envelopeSchema, UntrustedError } from '@site/release-model/envelope';
import { openRevokedPreviews, type RevokedPreview, revokedPreviewSchema } from '@site/release-model/revoked-previews';
import { z } from 'zod';
import type { KeyRing } from '../target/key-ring';
import { StateWriter } from '../target/state-writer';

/** In the data folder of an edge. */
export const REVOKED_PREVIEWS_FILE = 'revoked-previews.json';

export interface RevokedPreviewsOptions {
  environment: string;
  keys: KeyRing;
  /** Where they are kept. */
  file: string;
  logger: FastifyBaseLogger;
  now: () => Date;
}

/** The clock may be ahead for a while. What was forgotten then would be shown again once it is right. */
const SLACK_MS = 30 * 86_400_000;

const fileSchema = z.object({ revoked: z.array(revokedPreviewSchema) });

/** @returns null where there is no file. @throws if it cannot be read. */
async function readKept(file: string): Promise<RevokedPreview[] | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : fileSchema.parse(JSON.parse(text)).revoked;
}

/**
 * Adds to what the file of a backup knows what the one that it takes the place of has learnt since.
 * @param from A file that nobody writes any more. Where it is not there, or cannot be read, an edge knew none by it either.
 */
export async function keepRevokedPreviews(from: string, to: string): Promise<void> {
  const learnt = (await readKept(from).catch(() => null)) ?? [];
  if (learnt.length === 0) return;
  const known = (await readKept(to).catch(() => null)) ?? [];
  const ids = new Set(known.map(({ id }) => id));
  await mkdir(dirname(to), { recursive: true });
  await writeFile(to, JSON.stringify({ revoked: [...known, ...learnt.filter(({ id }) => !ids.has(id))] }));
}

export class RevokedPreviews {
  readonly #options: RevokedPreviewsOptions;
  readonly #writer: StateWriter<z.infer<typeof fileSchema>>;
  /** When their links expire, by their ids. */
  #expiries = new Map<string, string>();

  constructor(options: RevokedPreviewsOptions) {
    this.#options = options;
    this.#writer = new StateWriter(options.file, options.logger);
  }

  has(id: string): boolean {
    return this.#expiries.has(id);
  }

  /** Knows those that it knew before. Without a file that can be read it knows none until the registry answers. */
  async restore(): Promise<void> {
    try {
      this.#learn((await readKept(this.#options.file)) ?? []);
    } catch (err) {
      this.#options.logger.error({ err }, 'revoked previews that were kept cannot be read');
    }
  }

  /** @param value An envelope, as a registry gives it. @returns Whether it is accepted. */
  async offer(value: unknown): Promise<boolean> {
    const { environment, keys, logger } = this.#options;
    try {
      const envelope = envelopeSchema.safeParse(value);
      if (!envelope.success) throw new UntrustedError('The statement of revoked previews is not in an envelope.');
      const { revoked } = openRevokedPreviews(envelope.data, await keys.for(envelope.data), environment);
      if (this.#learn(revoked)) this.#writer.keep({ revoked: this.#known() });
      return true;
    } catch (err) {
      logger.error({ err }, 'a statement of revoked previews is refused');
      return false;
    }
  }

  /** Ends when what it knows is on disk. */
  settled(): Promise<void> {
    return this.#writer.settled();
  }

  /** @returns Whether one of them was not known. */
  #learn(revoked: readonly RevokedPreview[]): boolean {
    const fresh = revoked.filter(({ id }) => !this.#expiries.has(id));
    const expiredBefore = this.#options.now().getTime() - SLACK_MS;
    const all = [...this.#known(), ...fresh].filter(({ expiresAt }) => Date.parse(expiresAt) > expiredBefore);
    this.#expiries = new Map(all.map(({ id, expiresAt }) => [id, expiresAt]));
    return fresh.length > 0;
  }

  #known(): RevokedPreview[] {
    return [...this.#expiries].map(([id, expiresAt]) => ({ id, expiresAt }));
  }
}
