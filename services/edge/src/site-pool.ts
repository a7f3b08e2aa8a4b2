/** The sites of one target: one for each choice, made when somebody first needs it. */
import { SHELL_NAME } from '@site/contracts/release';
import { type Choice, type Chosen, chosenReleases } from '@site/release-model/choice';
import { memoize } from '@site/release-model/memoize';
import { type Position, positionOf, type Target } from '@site/release-model/target';
import { LRUCache } from 'lru-cache';
import { type ComposedSite, composeSite, sealed } from './composed-site';
import { PageCache } from './document/page-bytes';
import { buildSite, type Releases } from './site/build-site';
import { choiceOf, foreseenChoices, STABLE, type Visitor } from './site/choice';
import type { Site } from './site/site';

/** A site, and the releases that are in its documents. */
export interface SiteOfChoice extends ComposedSite {
  releases: readonly Chosen[];
}

/** Most characters of the compositions that are kept. */
const SITES_KEPT = 16_000_000;
/** Most bytes of the documents that are kept. */
const DOCUMENTS_KEPT = 64_000_000;
/** Most characters of what is known of the visitors whose choices are kept. */
const VISITORS_KEPT = 1_000_000;

interface SitePoolOptions {
  target: Target;
  releases: Releases;
  /** Sentences about fallbacks that cannot be used. */
  missing: readonly string[];
  /** Puts what is in development in place of what is released. */
  overlay: (site: Site) => Site;
}

const keyOf = memoize(({ cohorts, shellFallback }: Choice) => JSON.stringify([cohorts, shellFallback]));

export class SitePool {
  readonly target: Target;
  readonly releases: Releases;
  readonly missing: readonly string[];
  readonly position: Position;
  readonly documents = new PageCache(DOCUMENTS_KEPT);
  readonly #sites = new LRUCache<string, SiteOfChoice>({
    maxSize: SITES_KEPT,
    sizeCalculation: ({ size }) => size,
  });
  readonly #overlay: SitePoolOptions['overlay'];
  /** Of the visitors who were here last, by what is known of them: strangers may say much. */
  readonly #choices = new LRUCache<string, Choice>({ maxSize: VISITORS_KEPT, sizeCalculation: (_, { length }) => length + 100 });

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

  /** What a visitor gets: the same object for a visitor who comes again, and for all of whom nothing is known. */
  choiceOf(visitor: Visitor): Choice {
    const known = `${visitor.id ?? ''} ${visitor.failedShells.join('_')}`;
    const choice = this.#choices.get(known) ?? this.#choose(visitor);
    this.#choices.set(known, choice);
    return choice;
  }

  /** A fallback of the shell that cannot be read is no choice. */
  #choose(visitor: Visitor): Choice {
    const { parts } = this.target;
    const choice = choiceOf(parts, visitor);
    const fallback = parts[SHELL_NAME]?.fallback;
    return choice.shellFallback && fallback && !this.releases.has(fallback.id) ? { ...choice, shellFallback: false } : choice;
  }

  /** @param seal For its documents; null for none. */
  at(choice: Choice, seal: string | null = null): SiteOfChoice {
    const key = keyOf(choice);
    const known = this.#sites.get(seal === null ? key : `${key} ${seal}`);
    if (known) return known;
    const made = seal === null ? this.#compose(key, choice) : sealed(this.at(choice), seal);
    this.#sites.set(made.key, made);
    return made;
  }

  #compose(key: string, choice: Choice): SiteOfChoice {
    const site = composeSite(key, this.#overlay(buildSite(this.target, choice, this.releases)));
    const releases = chosenReleases(this.target.parts, choice).filter(({ release }) => this.releases.get(release.id)?.kind !== 'esm');
    return { ...site, releases };
  }

  /** The sites whose pages are rendered ahead. */
  foreseen(): ComposedSite[] {
    return foreseenChoices(this.target.parts).map((choice) => this.at(choice));
  }
}
