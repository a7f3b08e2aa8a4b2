/** The sites of one target: one for each choice, made when somebody first needs it. */
import { SHELL_NAME } from '@site/contracts/release';
import { type Choice, type Chosen, chosenReleases } from '@site/release-model/choice';
import { type Position, positionOf, type Target } from '@site/release-model/target';
import { LRUCache } from 'lru-cache';
import { type ComposedSite, composeSite, sealed } from './composed-site';
import { PageCache } from './document/page-bytes';
import { buildSite, type Releases } from './site/build-site';
import { choiceOf, foreseenChoices, STABLE, type Visitor } from './site/choice';
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
    sizeCalculation: ({ size }) => size,
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

  /** What a visitor gets. A fallback of the shell that cannot be read is no choice. */
  choiceOf(visitor: Visitor): Choice {
    const { parts } = this.target;
    const choice = choiceOf(parts, visitor);
    const fallback = parts[SHELL_NAME]?.fallback;
    return choice.shellFallback && fallback && !this.releases.has(fallback.id) ? { ...choice, shellFallback: false } : choice;
  }

  /** The releases that are in documents of a choice. */
  releasesIn(choice: Choice): Chosen[] {
    return chosenReleases(this.target.parts, choice).filter(({ release }) => this.releases.get(release.id)?.kind !== 'esm');
  }

  /** @param seal For its documents; null for none. */
  at(choice: Choice, seal: string | null = null): ComposedSite {
    const key = JSON.stringify([choice.cohorts, choice.shellFallback]);
    const known = this.#sites.get(seal === null ? key : `${key} ${seal}`);
    if (known) return known;
    const composed =
      seal === null ? composeSite(key, this.#overlay(buildSite(this.target, choice, this.releases))) : sealed(this.at(choice), seal);
    this.#sites.set(composed.key, composed);
    return composed;
  }

  /** The sites whose pages are rendered ahead. */
  foreseen(): ComposedSite[] {
    return foreseenChoices(this.target.parts).map((choice) => this.at(choice));
  }
}
