/** The site that visitors get right now: the newest revision that could be read, with the present parameters. */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Params } from '@site/contracts/params';
import type { ReleaseDescriptor } from '@site/contracts/release';
import type { Revision } from '@site/contracts/revision';
import type { Logger } from '@site/platform/logging';
import { compose } from './composition/compose';
import type { DevelopmentRemotes } from './development/development-remotes';
import { scriptJson } from './document/escape';
import type { PreparedDocument } from './document/document';
import { LeastRecentlyUsed } from './least-recently-used';
import type { ParamsSource } from './params/params-source';
import type { RenderContext } from './prerendering/render-plan';
import type { Prerenders } from './prerendering/prerenders';
import { readLastKnownGood, writeLastKnownGood } from './revision/last-known-good';
import type { ReleaseFiles } from './releases/release-files';
import { buildSite } from './site/build-site';
import type { Site } from './site/site';

/** All that documents are made of at one moment. Replaced as a whole. */
export interface Snapshot extends RenderContext {
  params: Params;
  compositionJson: string;
  /** Documents made of this snapshot, by address. */
  documents: LeastRecentlyUsed<PreparedDocument>;
}

export interface LiveSiteOptions {
  releases: ReleaseFiles;
  params: ParamsSource;
  prerenders: Prerenders;
  development: DevelopmentRemotes;
  /** Where the last known good revision is kept. */
  file: string;
  environment: string;
  logger: Logger;
}

const DOCUMENTS_KEPT = 500;
const REPAIR_INTERVAL_MS = 10_000;
/** How long a promotion may wait for its pages. What is not rendered by then is rendered when somebody asks. */
const RENDER_AHEAD_MS = 400;

export class LiveSite {
  readonly #options: LiveSiteOptions;
  #site: Site | null = null;
  #snapshot: Snapshot | null = null;
  #defects: string[] = [];
  #preparation = new AbortController();
  #repair: NodeJS.Timeout | undefined;

  constructor(options: LiveSiteOptions) {
    this.#options = options;
    options.params.watch(() => this.#renew());
    options.development.on('change', () => this.#renew());
  }

  /** Null before the first promotion. */
  get snapshot(): Snapshot | null {
    return this.#snapshot;
  }

  /** Releases of the live revision that cannot be read, as sentences. */
  get defects(): readonly string[] {
    return this.#defects;
  }

  /** Serves what was served last, until the registry answers. */
  async restore(): Promise<void> {
    const { file, environment, releases, logger } = this.#options;
    const known = await readLastKnownGood(file);
    if (known?.revision.environment !== environment) return;
    releases.remember(known.releases);
    await this.#build(known.revision).catch((err: unknown) => logger.error({ err }, 'last known good revision cannot be served'));
  }

  /**
   * Makes a revision live. Numbers only grow: an older one, from a restored backup or a stale answer, is refused.
   * @throws Error when its shell cannot be read; the site stays as it was.
   */
  async apply(revision: Revision): Promise<void> {
    const { environment, logger } = this.#options;
    if (revision.environment !== environment) throw new Error(`revision ${revision.number} is of ${revision.environment}`);
    if (this.#site && revision.number < this.#site.revision) {
      logger.warn({ offered: revision.number, live: this.#site.revision }, 'older revision refused');
      return;
    }
    if (revision.number === this.#site?.revision) return;
    const releases = await this.#build(revision);
    if (!releases) return;
    logger.info({ revision: revision.number }, 'revision is live');
    await this.#keep(revision, releases);
  }

  close(): void {
    this.#preparation.abort();
    clearTimeout(this.#repair);
  }

  /** The releases of the revision; null when a newer one went live meanwhile, which then stays. */
  async #build(revision: Revision): Promise<ReleaseDescriptor[] | null> {
    const { releases, logger } = this.#options;
    const built = await buildSite(revision, (name, version) => releases.descriptor(name, version));
    await this.#renderAhead(built.site);
    if (this.#site && revision.number < this.#site.revision) return null;
    this.#site = built.site;
    this.#renew();
    if (built.defects.join() !== this.#defects.join())
      for (const defect of built.defects) logger.error({ revision: revision.number }, defect);
    this.#defects = built.defects;
    clearTimeout(this.#repair);
    if (built.defects.length > 0) this.#repair = setTimeout(() => void this.#rebuild(revision), REPAIR_INTERVAL_MS).unref();
    return built.releases;
  }

  /** What could not be read may have come back. */
  async #rebuild(revision: Revision): Promise<void> {
    if (this.#site?.revision !== revision.number) return;
    try {
      const releases = await this.#build(revision);
      if (releases) await this.#keep(revision, releases);
    } catch (err) {
      this.#options.logger.error({ err }, 'site cannot be repaired');
    }
  }

  /** For the next start; this one has it in memory. */
  async #keep(revision: Revision, releases: ReleaseDescriptor[]): Promise<void> {
    const { file, logger } = this.#options;
    await writeLastKnownGood(file, { revision, releases }).catch((err: unknown) => logger.error({ err }, 'revision is not kept on disk'));
  }

  /** Visitors keep the site that is live while the pages of the next one are rendered, so that its first documents are whole. */
  async #renderAhead(next: Site): Promise<void> {
    if (!this.#snapshot) return;
    const waiting = new AbortController();
    const limit = delay(RENDER_AHEAD_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
    await Promise.race([this.#prepare(this.#snapshotOf(next)), limit]);
    waiting.abort();
  }

  #renew(): void {
    if (!this.#site) return;
    this.#snapshot = this.#snapshotOf(this.#site);
    void this.#prepare(this.#snapshot);
  }

  #snapshotOf(site: Site): Snapshot {
    const { params, development } = this.#options;
    return snapshotOf(development.overlay(site), params.current);
  }

  /** Renders the pages of a snapshot; those of an earlier one are no longer needed. */
  async #prepare(snapshot: Snapshot): Promise<void> {
    const { prerenders, logger } = this.#options;
    this.#preparation.abort();
    this.#preparation = new AbortController();
    await prerenders
      .prepare(snapshot, this.#preparation.signal)
      .catch((err: unknown) => logger.error({ err }, 'pages are not rendered ahead'));
  }
}

function snapshotOf(site: Site, params: Params): Snapshot {
  const composition = compose(site, params);
  return {
    site,
    params,
    composition,
    compositionJson: scriptJson(composition),
    paramsDigest: createHash('sha256').update(JSON.stringify(params)).digest('hex'),
    documents: new LeastRecentlyUsed(DOCUMENTS_KEPT),
  };
}
