/** What previews show: the live target with the releases that they name in it, or what a revision composed. */
import type { ShownPreview } from '@site/contracts/composition';
import type { Inspection } from '@site/contracts/inspection';
import type { Choice } from '@site/release-model/choice';
import { assertPathsFree, localOrigins, type LocalParts } from '@site/release-model/local-part';
import {
  isReplay,
  localPartsOf,
  openPreview,
  type Preview,
  previewed,
  previewEnvelope,
  RevokedError,
  type Shown,
  withFittingFallbacks,
} from '@site/release-model/preview';
import { Refusal } from '@site/release-model/refusal';
import { assertFitTogether, readFrom } from '@site/release-model/solver';
import { type Replay, replayed } from '@site/release-model/replay';
import { type Parts, releasesOf, type Target } from '@site/release-model/target';
import { LRUCache } from 'lru-cache';
import { type ComposedSite, composeSite } from '../composed-site';
import { DEVELOPMENT_EVENTS } from '../development/development-remotes';
import type { ReleaseFiles } from '../releases/release-files';
import { readBeside } from '../releases/read-beside';
import { buildSite, type Releases } from '../site/build-site';
import { choiceOf, STABLE, type Visitor } from '../site/choice';
import { type DevelopedRemote, withDeveloped } from '../site/developed-site';
import type { Site } from '../site/site';
import type { KeyRing } from '../target/key-ring';
import { inspectionOf } from './inspect';
import type { RevisionTargets } from './revision-targets';
import type { RevokedPreviews } from './revoked-previews';

export interface PreviewsOptions {
  environment: string;
  keys: KeyRing;
  releases: ReleaseFiles;
  targets: RevisionTargets;
  /** Those that are not shown any more. */
  revoked: Pick<RevokedPreviews, 'has'>;
  /** Bytes of the sites that are kept, for all previews together. */
  keptBytes?: number;
}

/** The live target and the descriptors of its releases. */
export interface Live {
  target: Target;
  releases: Releases;
  position: { hash: string };
}

/** What a link shows, and by which key its site is kept. */
interface Plan {
  key: string;
  resolve: () => Promise<Resolved>;
}

/** All that a site is made of. */
interface Resolved {
  target: Target;
  choice: Choice;
  releases: Releases;
  local: DevelopedRemote[];
  /** What the document says of it. */
  said: ShownPreview;
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
      sizeCalculation: ({ size }) => size * BYTES_PER_CHARACTER,
    });
  }

  /** Bytes of the sites that are kept. */
  get keptBytes(): number {
    return this.#sites.calculatedSize;
  }

  /** @throws ExpiredError, RevokedError or UntrustedError; NotShownError while the trusted keys cannot be read. */
  async open(token: string): Promise<Shown> {
    const envelope = previewEnvelope(token);
    const keys = await this.#options.keys.for(envelope, KEYS_REST_MS).catch(notShown);
    const shown = openPreview(envelope, keys, this.#options.environment, new Date());
    if (this.#options.revoked.has(shown.id)) throw new RevokedError('The preview was taken back.');
    return shown;
  }

  /** What the visitor gets: of a preview beside what is live now, of a replay what its revision composed. @throws NotShownError */
  async site(shown: Shown, live: Live, visitor: Visitor): Promise<ComposedSite> {
    const { key, resolve } = this.#plan(shown, live, visitor);
    return this.#sites.get(key) ?? this.#compose(key, await resolve());
  }

  /** Where each part of that comes from, and why. @throws NotShownError */
  async inspect(shown: Shown, live: Live, visitor: Visitor): Promise<Inspection> {
    return inspectionOf(shown, await this.#plan(shown, live, visitor).resolve());
  }

  #plan(shown: Shown, live: Live, visitor: Visitor): Plan {
    return isReplay(shown) ? this.#replay(shown) : this.#preview(shown, live, visitor);
  }

  /** The same for everybody who has the link. */
  #replay(replay: Replay): Plan {
    const { revision, candidates, expiresAt } = replay;
    const resolve = async (): Promise<Resolved> => {
      const target = replayed(await this.#options.targets.read(replay).catch(notShown), replay);
      const refs = Object.fromEntries(Object.entries(target.parts).map(([name, { stable }]) => [name, stable] as const));
      const releases = await readBeside(this.#options.releases, refs, new Map()).catch(notShown);
      const { number, createdAt } = revision;
      const said = { expiresAt, releases: shownReleases(target.parts), revision: { number, createdAt } };
      return { target, choice: STABLE, releases, local: [], said };
    };
    return { key: JSON.stringify([revision.hash, candidates, expiresAt]), resolve };
  }

  #preview(preview: Preview, live: Live, visitor: Visitor): Plan {
    const target = previewed(live.target, preview);
    const choice = choiceOf(target.parts, visitor);
    const local = localPartsOf(preview);
    const { parts, expiresAt } = preview;
    const resolve = async (): Promise<Resolved> => {
      const releases = await readBeside(this.#options.releases, parts, live.releases).catch(notShown);
      assertFits(target, local, releases);
      const origins = localOrigins(local);
      const named = Object.entries(parts).map(([name, { version }]) => ({ name, version }));
      return {
        target: withFittingFallbacks(target, releases),
        choice,
        releases,
        local: Object.entries(local).map(([name, part]) => ({ name, team: teamOf(name, live), ...part })),
        said: { expiresAt, releases: named, ...(origins.length > 0 && { local: origins }) },
      };
    };
    return { key: JSON.stringify([live.position.hash, parts, local, expiresAt, choice]), resolve };
  }

  #compose(key: string, { target, choice, releases, local, said }: Resolved): ComposedSite {
    const site = buildSite(target, choice, releases);
    const rebuildEvents = local.map(({ entry }) => new URL(DEVELOPMENT_EVENTS, entry).href);
    return this.#keep(key, local.length > 0 ? withDeveloped({ ...site, rebuildEvents }, local) : site, said);
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
function assertFits({ parts }: Target, local: LocalParts, releases: Releases): void {
  try {
    assertFitTogether(parts, readFrom(releases));
    assertPathsFree(
      local,
      releasesOf(parts).flatMap(({ id }) => releases.get(id) ?? []),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new NotShownError(`It does not fit what is live any more. ${error.message}`, { cause: error });
  }
}

/** Of the release that is live; of a part that nobody has published, nobody's. */
const teamOf = (name: string, { target, releases }: Live): string =>
  releases.get(target.parts[name]?.stable.id ?? '')?.team ?? 'development';
