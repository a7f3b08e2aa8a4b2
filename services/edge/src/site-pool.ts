/** The sites of one target: one for each choice, made when somebody first needs it. */
import { type Position, positionOf, type Target } from '@site/release-model/target';
import { LRUCache } from 'lru-cache';
import { type ComposedSite, composeSite } from './composed-site';
import { PageCache } from './document/page-bytes';
import { buildSite, type Releases } from './site/build-site';
import { type Choice, foreseenChoices, STABLE } from './site/choice';
import type { Site } from './site/site';

/** Most characters of the compositions that are kept. */
const SITES_KEPT = 16_000_000;
/** Most bytes of the documents that are kept. */
const DOCUMENTS_KEPT = 64_000_000;

interface SitePoolOptions {
  target: Target;
  releases: Releases;
  /** Sentences about fallbacks that cannot be used. */
  missing: readonly string[];
  /** Puts what is in development in place of what is released. */
  overlay: (site: Site) => Site;
}

export class SitePool {
  readonly target: Target;
  readonly releases: Releases;
  readonly missing: readonly string[];
  readonly position: Position;
  readonly documents = new PageCache(DOCUMENTS_KEPT);
  readonly #sites = new LRUCache<string, ComposedSite>({
    maxSize: SITES_KEPT,
    sizeCalculation: ({ compositionJson }) => compositionJson.length,
  });
  readonly #overlay: SitePoolOptions['overlay'];

  constructor({ target, releases, missing, overlay }: SitePoolOptions) {
    this.target = target;
    this.releases = releases;
    this.missing = missing;
    this.#overlay = overlay;
    this.position = positionOf(target);
  }

  /** What most visitors get. */
  get stable(): ComposedSite {
    return this.at(STABLE);
  }

  at(choice: Choice): ComposedSite {
    const key = JSON.stringify([choice.cohorts, choice.shellFallback]);
    const known = this.#sites.get(key);
    if (known) return known;
    const composed = composeSite(key, this.#overlay(buildSite(this.target, choice, this.releases)));
    this.#sites.set(key, composed);
    return composed;
  }

  /** The sites whose pages are rendered ahead. */
  foreseen(): ComposedSite[] {
    return foreseenChoices(this.target.parts).map((choice) => this.at(choice));
  }
}
