/** What previews show: the live target with the releases that they name in it, or what a revision composed. */
import type { ShownPreview } from '@site/contracts/composition';
import {
  isReplay,
  openPreview,
  type Preview,
  previewed,
  previewEnvelope,
  type Shown,
  withFittingFallbacks,
} from '@site/release-model/preview';
import { Refusal } from '@site/release-model/refusal';
import { assertFitTogether } from '@site/release-model/solver';
import { type Replay, replayed } from '@site/release-model/replay';
import type { Parts, Target } from '@site/release-model/target';
import { LRUCache } from 'lru-cache';
import { type ComposedSite, composeSite } from '../composed-site';
import type { ReleaseFiles } from '../releases/release-files';
import { readBeside } from '../releases/read-beside';
import { buildSite, type Releases } from '../site/build-site';
import { choiceOf, STABLE, type Visitor } from '../site/choice';
import type { Site } from '../site/site';
import type { KeyRing } from '../target/key-ring';
import type { RevisionTargets } from './revision-targets';

export interface PreviewsOptions {
  environment: string;
  keys: KeyRing;
  releases: ReleaseFiles;
  targets: RevisionTargets;
  /** Bytes of the sites that are kept, for all previews together. */
  keptBytes?: number;
}

/** The live target and the descriptors of its releases. */
export interface Live {
  target: Target;
  releases: Releases;
  position: { hash: string };
}

/** Why the releases of a preview are not shown, as a sentence. */
export class NotShownError extends Error {
  override name = 'NotShownError';
}

const KEYS_REST_MS = 5_000;
const DEFAULT_KEPT_BYTES = 32_000_000;
/** A site in memory, by the length of its composition as JSON: that text, the composition itself, and the files and routes of the site. */
const BYTES_PER_CHARACTER = 6;

export class Previews {
  readonly #options: PreviewsOptions;
  readonly #sites: LRUCache<string, ComposedSite>;

  constructor(options: PreviewsOptions) {
    this.#options = options;
    this.#sites = new LRUCache({
      maxSize: options.keptBytes ?? DEFAULT_KEPT_BYTES,
      sizeCalculation: ({ compositionJson: { granted, other } }) => (granted.length + other.length) * BYTES_PER_CHARACTER,
    });
  }

  /** Bytes of the sites that are kept. */
  get keptBytes(): number {
    return this.#sites.calculatedSize;
  }

  /** @throws ExpiredError or UntrustedError; NotShownError while the trusted keys cannot be read. */
  async open(token: string): Promise<Shown> {
    const envelope = previewEnvelope(token);
    const keys = await this.#options.keys.for(envelope, KEYS_REST_MS).catch(notShown);
    return openPreview(envelope, keys, this.#options.environment, new Date());
  }

  /** What the visitor gets: of a preview beside what is live now, of a replay what its revision composed. @throws NotShownError */
  site(shown: Shown, live: Live, visitor: Visitor): Promise<ComposedSite> {
    return isReplay(shown) ? this.#replay(shown) : this.#preview(shown, live, visitor);
  }

  /** The same for everybody who has the link. */
  async #replay(replay: Replay): Promise<ComposedSite> {
    const { revision, candidates, expiresAt } = replay;
    const key = JSON.stringify([revision.hash, candidates, expiresAt]);
    const known = this.#sites.get(key);
    if (known) return known;
    const target = replayed(await this.#options.targets.read(replay).catch(notShown), replay);
    const refs = Object.entries(target.parts).map(([name, { stable }]) => [name, stable] as const);
    const site = buildSite(target, STABLE, await readBeside(this.#options.releases, Object.fromEntries(refs), new Map()).catch(notShown));
    const { number, createdAt } = revision;
    return this.#keep(key, site, { expiresAt, releases: shownReleases(target.parts), revision: { number, createdAt } });
  }

  async #preview(preview: Preview, live: Live, visitor: Visitor): Promise<ComposedSite> {
    const target = previewed(live.target, preview);
    const choice = choiceOf(target.parts, visitor);
    const key = JSON.stringify([live.position.hash, preview.parts, preview.expiresAt, choice]);
    const known = this.#sites.get(key);
    if (known) return known;
    const releases = await readBeside(this.#options.releases, preview.parts, live.releases).catch(notShown);
    assertFits(target, releases);
    const shown = Object.entries(preview.parts).map(([name, { version }]) => ({ name, version }));
    const site = buildSite(withFittingFallbacks(target, releases), choice, releases);
    return this.#keep(key, site, { expiresAt: preview.expiresAt, releases: shown });
  }

  #keep(key: string, site: Site, shown: ShownPreview): ComposedSite {
    const composed = composeSite(key, site, shown);
    this.#sites.set(key, composed);
    return composed;
  }
}

const shownReleases = (parts: Parts): ShownPreview['releases'] =>
  Object.entries(parts).map(([name, { stable }]) => ({ name, version: stable.version }));

function notShown(cause: Error): never {
  throw new NotShownError(cause.message, { cause });
}

/** It did when the preview was made, and something else may have been promoted since. */
function assertFits({ parts }: Target, releases: Releases): void {
  try {
    assertFitTogether(parts, (id) => {
      const release = releases.get(id);
      if (!release) throw new Error(`The release ${id} is not known`);
      return release;
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new NotShownError(`It does not fit what is live any more. ${error.message}`, { cause: error });
  }
}
