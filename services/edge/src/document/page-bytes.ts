/** Documents as bytes: made once for each encoding, and kept within a limit. */
import { LRUCache } from 'lru-cache';
import type { Encoding } from '../assets/accepted-encoding';
import { contentTag } from '../http/entity-tag';
import { compressDocument, type Effort } from './compress-document';
import type { BuiltDocument } from './document';
import type { DocumentDictionaries } from './document-dictionaries';

/** A document in one encoding, as it is sent. */
export interface PageBytes {
  bytes: Buffer;
  encoding: Encoding | 'dcz';
  policy: string;
  /** Of the document and its policy, in whichever encoding. */
  tag: string;
  /** Pattern of the addresses for which it is a dictionary; null when it is none. */
  dictionaryFor: string | null;
}

/** A document that is kept, and for which addresses browsers may take it as a dictionary: a pattern, or null. */
export interface KeptDocument extends BuiltDocument {
  dictionaryFor: string | null;
}

async function encode(document: BuiltDocument & Partial<KeptDocument>, encoding: Encoding, effort: Effort): Promise<PageBytes> {
  const { html, policy, dictionaryFor = null } = document;
  const bytes = await compressDocument(Buffer.from(html), encoding, effort);
  // A difference is made of the brotli form, which every browser takes that takes differences.
  return { bytes, encoding, policy, tag: contentTag(policy, html), dictionaryFor: encoding === 'br' ? dictionaryFor : null };
}

/** Bytes that an entry takes beside its document and policy, about. */
const ENTRY = 500;

/** Characters of the addresses whose pages are known. */
const ADDRESSES_KEPT = 2_000_000;

export type PageStatus = 200 | 404 | 503;

export interface KnownPage {
  status: PageStatus;
  page: PageBytes;
}

/** What is kept of the documents of one target. */
export class PageCache {
  readonly #kept: LRUCache<string, PageBytes>;
  readonly #addresses = new LRUCache<string, { key: string; status: PageStatus }>({
    maxSize: ADDRESSES_KEPT,
    sizeCalculation: ({ key }, address) => address.length + key.length,
  });
  readonly #inProgress = new Map<string, Promise<PageBytes>>();

  /** @param maxBytes Most bytes that are kept. */
  constructor(maxBytes: number) {
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes, policy }, key) => bytes.length + policy.length + key.length + ENTRY,
    });
  }

  get(key: string): PageBytes | undefined {
    return this.#kept.get(key);
  }

  /** What was noted for an address, with its page while that is kept. */
  at(address: string): KnownPage | undefined {
    const noted = this.#addresses.get(address);
    const page = noted && this.#kept.get(noted.key);
    return page && { status: noted.status, page };
  }

  /** Notes which page an address has, so that it need not be found out again. */
  note(address: string, key: string, status: PageStatus): void {
    this.#addresses.set(address, { key, status });
  }

  /** Makes what is not there, once for all who ask meanwhile. */
  make(key: string, work: () => Promise<PageBytes>): Promise<PageBytes> {
    const started = this.#inProgress.get(key);
    if (started) return started;
    const making = work()
      .then((page) => {
        this.#kept.set(key, page);
        return page;
      })
      .finally(() => this.#inProgress.delete(key));
    this.#inProgress.set(key, making);
    return making;
  }

  /** Keeps what was made beside what is kept of the same document. */
  keep(key: string, page: PageBytes): void {
    this.#kept.set(key, page);
  }

  /** Puts `better` in the place of what is kept, unless that is gone. */
  improve(key: string, better: PageBytes): void {
    if (this.#kept.has(key)) this.#kept.set(key, better);
  }
}

const differenceKey = ({ tag }: PageBytes, dictionary: string): string => `${tag} ${dictionary}`;

/** Most documents that wait for the best compression: one that finds no place stays as it is. */
const MOST_WAITING = 100;

/** Encodes documents. What is kept is sent compressed quickly at first, and as well as possible once that is done. */
export class PageEncoder {
  readonly #dictionaries: DocumentDictionaries;
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(dictionaries: DocumentDictionaries) {
    this.#dictionaries = dictionaries;
  }

  /** For an answer that is not kept. */
  once(document: BuiltDocument, encoding: Encoding): Promise<PageBytes> {
    return encode(document, encoding, 'quick');
  }

  async keep(cache: PageCache, key: string, encoding: Encoding, build: () => KeptDocument): Promise<PageBytes> {
    return (
      cache.get(key) ??
      cache.make(key, async () => {
        const document = build();
        const quick = await encode(document, encoding, 'quick');
        if (encoding !== 'identity') this.#improve(cache, key, document, encoding);
        if (quick.dictionaryFor !== null) void this.#dictionaries.remember(Buffer.from(document.html), quick.bytes);
        return quick;
      })
    );
  }

  /** Resolves once everything that is kept now has its best form. */
  settled(): Promise<void> {
    return this.#last;
  }

  /**
   * A page that is kept in brotli, as its difference from the one that a browser holds; as it is where there is none.
   * @param dictionary SHA-256 in hex.
   */
  async difference(cache: PageCache, page: PageBytes, dictionary: string): Promise<PageBytes> {
    if (page.encoding !== 'br') return page;
    const known = this.knownDifference(cache, page, dictionary);
    if (known) return known;
    const bytes = await this.#dictionaries.difference(dictionary, page.bytes);
    if (!bytes) return page;
    const difference: PageBytes = { ...page, bytes, encoding: 'dcz' };
    cache.keep(differenceKey(page, dictionary), difference);
    return difference;
  }

  /** One that was made before, while it is kept. */
  knownDifference(cache: PageCache, page: PageBytes, dictionary: string): PageBytes | undefined {
    return cache.get(differenceKey(page, dictionary));
  }

  /** One after the other: the thread pool is also that of the files that are read. */
  #improve(cache: PageCache, key: string, document: KeptDocument, encoding: Encoding): void {
    if (this.#waiting >= MOST_WAITING) return;
    this.#waiting += 1;
    this.#last = this.#last
      .then(async () => cache.improve(key, await encode(document, encoding, 'best')))
      // It stays as it is.
      .catch(() => undefined)
      .finally(() => (this.#waiting -= 1));
  }
}
