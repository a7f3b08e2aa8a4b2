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

/** A site, and the releases that are in its documents. */
export interface SiteOfChoice extends ComposedSite {
  releases: readonly Chosen[];
}

/** Most characters of the compositions that are kept. */
const SITES_KEPT = 16_000_000;
/** Most bytes of the documents that are kept. */
const DOCUMENTS_KEPT = 64_000_000;
/** Most choices that are kept for all who have them, and most sites that are found by them at once. */
const CHOICES_KEPT = 100;
/** Of so many visitors who came again is kept which choice they have. */
const VISITORS_KEPT = 10_000;

interface SitePoolOptions {
  target: Target;
  releases: Releases;
  /** Sentences about fallbacks that cannot be used. */
  missing: readonly string[];
  /** Puts what is in development in place of what is released. */
  overlay: (site: Site) => Site;
}

const keyOf = ({ cohorts, shellFallback }: Choice): string => JSON.stringify([cohorts, shellFallback]);

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
  readonly #choices = new LRUCache<string, Choice>({ max: CHOICES_KEPT });
  /** The choice of visitors of whom nothing is known. */
  #ofStrangers: Choice | null = null;
  /** Those of visitors by their ids. Most of those without a cookie never come again, and keep nobody else out. */
  readonly #ofVisitors = new LRUCache<string, Choice>({ max: VISITORS_KEPT });
  /** What was asked for last with a choice. Of few only: the choices of visitors who may come again are many, and hold no site. */
  readonly #latest = new LRUCache<Choice, { seal: string | null; site: SiteOfChoice }>({ max: CHOICES_KEPT });

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

  /** What a visitor gets. */
  choiceOf(visitor: Visitor): Choice {
    const { id, isNew, failedShells } = visitor;
    if (failedShells.length > 0 || isNew) return this.#choose(visitor);
    if (id === null) return (this.#ofStrangers ??= this.#choose(visitor));
    const known = this.#ofVisitors.get(id);
    if (known) return known;
    const choice = this.#choose(visitor);
    this.#ofVisitors.set(id, choice);
    return choice;
  }

  /** The same object for all who get the same, so that what was made for them is found at once. */
  #choose(visitor: Visitor): Choice {
    const { parts } = this.target;
    const { cohorts, shellFallback } = choiceOf(parts, visitor);
    const fallback = parts[SHELL_NAME]?.fallback;
    // One that cannot be read is no choice.
    const choice = { cohorts, shellFallback: shellFallback && (!fallback || this.releases.has(fallback.id)) };
    const key = keyOf(choice);
    const known = this.#choices.get(key);
    if (known) return known;
    this.#choices.set(key, choice);
    return choice;
  }

  /** @param seal For its documents; null for none. */
  at(choice: Choice, seal: string | null = null): SiteOfChoice {
    const latest = this.#latest.get(choice);
    if (latest?.seal === seal) return latest.site;
    const site = this.#find(choice, seal);
    this.#latest.set(choice, { seal, site });
    return site;
  }

  #find(choice: Choice, seal: string | null): SiteOfChoice {
    const key = keyOf(choice);
    const known = this.#sites.get(seal === null ? key : `${key} ${seal}`);
    if (known) return known;
    const made = seal === null ? this.#compose(key, choice) : sealed(this.#find(choice, null), seal);
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
