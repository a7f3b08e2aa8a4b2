/**
 * Documents as dictionaries (RFC 9842): who has seen a page before is sent the present one as its difference from that. Edges remember the
 * pages that they have sent. Of one that an edge does not know it sends the whole page, so nothing depends on it.
 */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { dcz } from '../deltas/dcz';
import { frameOf, zstdReady } from '../deltas/zstd-frame.mjs';
import type { DiskCache } from '../disk/disk-cache';

/** Half a millisecond for a page, while somebody waits. The levels above take fifty times as long, and save a few bytes more. */
const LEVEL = 9;
/** Most dictionaries of which is remembered that they are not known. Browsers name what they like. */
const UNKNOWN_KEPT = 10_000;
/** Bytes. No page is as long: what is longer was not compressed here. */
const LONGEST = 4_000_000;
/** What a URL pattern would take for something else than itself. */
const PLAIN_PATH = /^[\w/.~-]+$/;

const unbrotli = promisify(brotliDecompress);
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Whether a browser of this family, Chromium's, may keep a page as a dictionary. It has to hold the page for fresh then, although it asks each
 * time: what varies with everything (`*`) is never used unasked. Others take no differences yet, and one of them, WebKit, would not say any more
 * which page it has.
 */
export const keepsDocuments = (headers: IncomingHttpHeaders): boolean => String(headers['sec-ch-ua'] ?? '').includes('"Chromium"');

/**
 * Pattern of the addresses for which the page at an address is a dictionary. That of `/` is one for every page that a browser has not seen:
 * all have the frame and most of the styles in common. Null for an address that is none.
 */
export function documentPattern(pathname: string): string | null {
  if (pathname === '/') return '/*';
  return PLAIN_PATH.test(pathname) ? pathname : null;
}

export class DocumentDictionaries {
  readonly #disk: Pick<DiskCache, 'read' | 'write'>;
  readonly #logger: FastifyBaseLogger;
  readonly #unknown = new LRUCache<string, true>({ max: UNKNOWN_KEPT });
  /** How many pages were remembered. */
  #remembered = 0;

  constructor({ disk, logger }: { disk: Pick<DiskCache, 'read' | 'write'>; logger: FastifyBaseLogger }) {
    this.#disk = disk;
    this.#logger = logger;
  }

  /**
   * Remembers a page that browsers will hold.
   * @param compressed The same in brotli.
   */
  async remember(html: Uint8Array, compressed: Uint8Array): Promise<void> {
    const hash = hashOf(html);
    await this.#disk.write(hash, compressed);
    this.#remembered += 1;
    this.#unknown.delete(hash);
  }

  /**
   * @param dictionary SHA-256 in hex of the page that the browser holds.
   * @param compressed The present page in brotli.
   * @returns The present page as `dcz`; null when the other one is not known, or nothing would be saved.
   */
  async difference(dictionary: string, compressed: Buffer): Promise<Buffer | null> {
    const held = await this.#find(dictionary);
    if (!held) return null;
    const [html] = await Promise.all([unbrotli(compressed), zstdReady()]);
    try {
      const bytes = dcz(held, frameOf(held, html, LEVEL));
      return bytes.length < compressed.length ? bytes : null;
    } catch (err) {
      this.#logger.warn({ err }, 'a document is sent whole');
      return null;
    }
  }

  async #find(hash: string): Promise<Buffer | null> {
    if (this.#unknown.has(hash)) return null;
    const before = this.#remembered;
    const found = await this.#disk.read(hash, async (kept) => {
      const html = await unbrotli(kept, { maxOutputLength: LONGEST }).catch(() => null);
      return html && hashOf(html) === hash ? html : null;
    });
    // It may have come meanwhile.
    if (!found && this.#remembered === before) this.#unknown.set(hash, true);
    return found;
  }
}
