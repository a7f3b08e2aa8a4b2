/** Makes the documents of what is live before somebody asks, so that the first visitor after a switch gets their best form. */
import type { FastifyBaseLogger } from 'fastify';
import type { Seals } from '../health/seals';
import type { LiveSite } from '../live-site';
import { renderPlan } from '../prerendering/render-plan';
import { foreseenChoices } from '../site/choice';
import type { SiteOfChoice, SitePool } from '../site-pool';
import type { Documents } from './documents';

export interface DocumentsAheadOptions {
  live: LiveSite;
  documents: Documents;
  seals: Seals;
  logger: FastifyBaseLogger;
}

/** How many documents are made ahead, and how far that is. */
export interface DocumentsAheadProgress {
  planned: number;
  made: number;
  done: boolean;
}

/** Most documents of one target on a day: each takes a tenth of a second of one processor, beside the visitors. */
const MOST_DOCUMENTS = 100;

/** Every browser takes brotli, at least where it speaks https. */
const ENCODING = 'br';

export class DocumentsAhead {
  readonly #options: DocumentsAheadOptions;
  /** What documents were made of last. */
  #pool: SitePool | null = null;
  #keys = '';
  #superseded = new AbortController();
  #making: Promise<void> = Promise.resolve();
  #progress: DocumentsAheadProgress = { planned: 0, made: 0, done: true };

  constructor(options: DocumentsAheadOptions) {
    this.#options = options;
  }

  get progress(): DocumentsAheadProgress {
    return this.#progress;
  }

  /** Begins anew if the documents of what is live are others than they were. Call it when the pages of a target are rendered, or a day has its seals. */
  reconsider(): void {
    const { pool } = this.#options.live;
    if (!pool) return;
    const sites = foreseenChoices(pool.target.parts).map((choice) => pool.at(choice, this.#options.seals.sealOf(pool.target, choice)));
    const keys = sites.map(({ key }) => key).join('\n');
    if (pool === this.#pool && keys === this.#keys) return;
    [this.#pool, this.#keys] = [pool, keys];
    this.#superseded.abort();
    this.#superseded = new AbortController();
    this.#making = this.#make(pool, sites, this.#superseded.signal);
  }

  /** Ends when the document that is being made is there. */
  async close(): Promise<void> {
    this.#superseded.abort();
    await this.#making;
  }

  /** One after the other, those of most visitors first, and of a site the shortest addresses. */
  async #make(pool: SitePool, sites: readonly SiteOfChoice[], signal: AbortSignal): Promise<void> {
    const plan = sites.flatMap((composed) => addressesOf(composed).map((url) => ({ composed, url }))).slice(0, MOST_DOCUMENTS);
    const planned = plan.length;
    this.#progress = { planned, made: 0, done: planned === 0 };
    for (const [index, { composed, url }] of plan.entries()) {
      if (signal.aborted) return;
      await this.#options.documents
        .prepare({ composed, url, encoding: ENCODING, cache: pool.documents })
        .catch((err: unknown) => this.#options.logger.warn({ err, url }, 'a document is not made ahead'));
      if (signal.aborted) return;
      this.#progress = { planned, made: index + 1, done: index + 1 === planned };
    }
  }
}

/** Those of the pages that are rendered ahead. */
const addressesOf = (site: SiteOfChoice): string[] =>
  [...new Set(renderPlan(site).map(({ pathname }) => pathname))].sort((one, other) => one.length - other.length);
