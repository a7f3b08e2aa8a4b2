/** The site that visitors get right now: that of the newest target of which everything could be read and verified. */
import { setTimeout as delay } from 'node:timers/promises';
import { liveIds, type Position, positionOf, releasesOf, type Target } from '@site/release-model/target';
import type { FastifyBaseLogger } from 'fastify';
import { withFirstOf } from '@site/platform/time-limit';
import type { DevelopmentRemotes } from './development/development-remotes';
import type { Prerenders } from './prerendering/prerenders';
import type { ReleaseFiles } from './releases/release-files';
import { serverBundle } from './site/build-site';
import { SitePool } from './site-pool';
import { type LastKnownGood, lastKnownGoodText, readLastKnownGood } from './target/last-known-good';
import { StateWriter } from './target/state-writer';
import { type Admitted, type TargetGate, whyRefused } from './target/target-gate';

export interface LiveSiteOptions {
  gate: TargetGate;
  releases: ReleaseFiles;
  prerenders: Prerenders;
  development: DevelopmentRemotes;
  /** Where the last known good target is kept. */
  file: string;
  logger: FastifyBaseLogger;
  /** Called when something else is served, or something else is wrong, or the pages are rendered. */
  onChange?: () => void;
  /** Called when a target is on its way. */
  onTaken?: () => void;
  /** Called when another target is live. */
  onLive?: () => void;
  /** How long a target may wait for its pages. What is not rendered by then is rendered when somebody asks. */
  renderAheadMs?: number | undefined;
}

const DEFAULT_RENDER_AHEAD_MS = 10_000;
/** How long a start may wait for pages, which lie on disk as a rule. */
const RESTORE_MS = 1_000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 10_000;

export class LiveSite {
  readonly #options: LiveSiteOptions;
  readonly #closing = new AbortController();
  #pool: SitePool | null = null;
  /** The target that is on its way. */
  #next: Admitted | null = null;
  /** Ends what is done for a target when another one comes. */
  #superseded = new AbortController();
  /** Aborted when the target that is on its way is live. */
  #arrived = new AbortController();
  #switchedInMs: number | null = null;
  /** Why what was offered last is not accepted. */
  #refusal: string | null = null;
  /** Why the target that is on its way is not there yet. */
  #obstacle: string | null = null;
  /** How often what is in development has changed. */
  #overlays = 0;
  readonly #lastKnownGood: StateWriter<LastKnownGood>;

  constructor(options: LiveSiteOptions) {
    this.#options = options;
    this.#lastKnownGood = new StateWriter(options.file, options.logger, lastKnownGoodText);
    options.development.on('change', () => this.#overlay());
  }

  /** Null while there is no target to serve. */
  get pool(): SitePool | null {
    return this.#pool;
  }

  /** Milliseconds from the arrival of the target that is served until it was; null for one of an earlier start. */
  get switchedInMs(): number | null {
    return this.#switchedInMs;
  }

  /** What is served, while no other target is on its way. */
  get settled(): SitePool | null {
    return this.#next ? null : this.#pool;
  }

  /** What keeps this edge from serving what it was offered, as sentences. */
  get defects(): string[] {
    return [this.#refusal, this.#obstacle, ...(this.#pool?.missing ?? [])].filter((defect) => defect !== null);
  }

  /** Serves what was served last, until the registry answers. Its descriptors need no storage, and what it has rendered lies on disk. */
  async restore(): Promise<void> {
    const { file, gate, releases, logger } = this.#options;
    const known = await readLastKnownGood(file);
    if (!known) return;
    try {
      const admitted = await gate.open(known.envelope);
      releases.remember(known.releases);
      // Of a damaged file the rest is read from the storage, for which the start does not wait.
      const live = liveIds(admitted.target.parts);
      if (!releases.knows(releasesOf(admitted.target.parts).filter(({ id }) => live.has(id)))) return void this.#take(admitted);
      const pool = await this.#poolOf(admitted.target);
      this.#activate(pool, admitted);
      const { signal } = this.#superseded;
      await this.#renderAhead(pool, signal, RESTORE_MS);
      if (pool.missing.length > 0 && !signal.aborted) void this.#take(admitted);
    } catch (err) {
      logger.error({ err }, 'last known good target cannot be served');
    }
  }

  /**
   * Takes a target as the next one to serve, if it is to be trusted and newer than any before. The site stays as it is until all of the target
   * was read and its pages are rendered.
   * @param value An envelope, as a registry gives it.
   * @returns Whether the target is accepted, or was before.
   */
  async offer(value: unknown): Promise<boolean> {
    const arrivedAt = performance.now();
    const admitted = await this.#options.gate.open(value).catch((err: Error) => this.#refuse(err.message, err));
    if (!admitted) return false;
    const newest = this.#newest();
    const reason = newest && whyRefused(newest, admitted.target);
    if (reason !== null) {
      this.#refuse(reason);
      return false;
    }
    this.#setRefusal(null);
    if (newest?.hash !== positionOf(admitted.target).hash) void this.#take(admitted, arrivedAt);
    return true;
  }

  /** Ends when no other target is on its way, and after a limit. */
  async arrival(limitMs: number): Promise<void> {
    if (this.#newest()?.hash === this.#pool?.position.hash) return;
    await delay(limitMs, undefined, { signal: this.#arrived.signal }).catch(() => undefined);
  }

  /** Ends when what it served last is on disk. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#arrived.abort();
    this.#superseded.abort();
    await this.#lastKnownGood.settled();
  }

  #newest(): Position | null {
    return this.#next ? positionOf(this.#next.target) : (this.#pool?.position ?? null);
  }

  #refuse(reason: string, err?: Error): null {
    if (reason !== this.#refusal) this.#options.logger.error({ reason, err }, 'target is refused');
    this.#setRefusal(reason);
    return null;
  }

  #setRefusal(reason: string | null): void {
    if (reason === this.#refusal) return;
    this.#refusal = reason;
    this.#options.onChange?.();
  }

  /** Tries until everything of the target is there, or a later one comes. @param arrivedAt Time of `performance`. */
  async #take(admitted: Admitted, arrivedAt = performance.now()): Promise<void> {
    this.#superseded.abort();
    const superseded = new AbortController();
    this.#superseded = superseded;
    this.#arrived = new AbortController();
    this.#next = admitted;
    this.#obstacle = null;
    this.#options.onTaken?.();
    for (let attempt = 0; !superseded.signal.aborted && !this.#closing.signal.aborted; attempt += 1) {
      try {
        const overlays = this.#overlays;
        const pool = await this.#poolOf(admitted.target);
        await this.#verifyBundles(pool);
        if (superseded.signal.aborted) return;
        if (this.#serves(pool)) {
          if (this.#next || this.#obstacle) this.#settle();
        } else {
          // The very first one has nobody to wait for it.
          const ahead = this.#renderAhead(pool, superseded.signal, this.#options.renderAheadMs ?? DEFAULT_RENDER_AHEAD_MS);
          if (this.#pool) await ahead;
          if (superseded.signal.aborted) return;
          // The same target with a fallback that came back is no other switch.
          if (this.#pool?.position.hash !== pool.position.hash) this.#switchedInMs = performance.now() - arrivedAt;
          this.#activate(overlays === this.#overlays ? pool : this.#overlaid(pool), admitted);
          this.#lastKnownGood.keep({ envelope: admitted.envelope, releases: [...pool.releases.values()] });
        }
        if (pool.missing.length === 0) return;
        await this.#pause(LONGEST_RETRY_MS, superseded.signal);
      } catch (error) {
        if (superseded.signal.aborted) return;
        this.#note(admitted.target, error as Error);
        await this.#pause(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt), superseded.signal);
      }
    }
  }

  #serves({ position, missing }: SitePool): boolean {
    return this.#pool?.position.hash === position.hash && this.#pool.missing.join() === missing.join();
  }

  /**
   * Without a fallback that cannot be read: what is live does not depend on it, and may be the mend of what damaged it.
   * @throws Error when another descriptor cannot be read or is not that of its release, or what most visitors get cannot be made of them.
   */
  async #poolOf(target: Target): Promise<SitePool> {
    const { releases, development, logger } = this.#options;
    const live = liveIds(target.parts);
    const missing: string[] = [];
    const read = releasesOf(target.parts).map(async (release) => {
      try {
        return [[release.id, await releases.descriptor(release)] as const];
      } catch (err) {
        if (live.has(release.id)) throw err;
        logger.error({ err, revision: target.number }, 'a fallback cannot be used');
        missing.push(`Nothing falls back to ${release.name}@${release.version}: ${(err as Error).message}`);
        return [];
      }
    });
    const known = new Map((await Promise.all(read)).flat());
    const pool = new SitePool({ target, releases: known, missing: missing.sort(), overlay: (site) => development.overlay(site) });
    pool.foreseen();
    return pool;
  }

  /**
   * What is served already needs no bundle to go on: its pages were rendered, and a switch that takes something away waits for no store.
   * @throws Error when the bundle of a release that becomes live cannot be read or does not match its hash.
   */
  async #verifyBundles({ releases, target }: SitePool): Promise<void> {
    const live = liveIds(target.parts);
    const served = liveIds(this.#pool?.target.parts ?? {});
    const bundles = [...releases].flatMap(([id, release]) => (live.has(id) && !served.has(id) ? (serverBundle(release, id) ?? []) : []));
    await Promise.all(bundles.map((bundle) => this.#options.releases.serverBundle(bundle)));
  }

  /** Visitors keep the site that is live while the pages of the next one are rendered, so that its first documents are whole. */
  async #renderAhead(pool: SitePool, superseded: AbortSignal, limitMs: number): Promise<void> {
    const waiting = new AbortController();
    await Promise.race([this.#prepare(pool, superseded), this.#pause(limitMs, superseded, waiting.signal)]);
    waiting.abort();
  }

  #activate(pool: SitePool, { target }: Admitted): void {
    const { logger, prerenders, onLive } = this.#options;
    this.#pool = pool;
    this.#options.releases.hold(pool.releases);
    logger.info({ epoch: target.epoch, revision: target.number }, 'target is live');
    void prerenders.retain(pool.foreseen());
    this.#settle();
    onLive?.();
  }

  /** No other target is on its way, be it that a fallback of this one is still asked for. The command waits for the report. */
  #settle(): void {
    this.#next = null;
    this.#arrived.abort();
    this.#obstacle = null;
    this.#options.onChange?.();
  }

  /** What is in development has changed, and takes or leaves the place of what is released. */
  #overlay(): void {
    this.#overlays += 1;
    if (!this.#pool) return;
    this.#pool = this.#overlaid(this.#pool);
    void this.#prepare(this.#pool, this.#superseded.signal);
  }

  /** The same releases with what is in development now. */
  #overlaid({ target, releases, missing }: SitePool): SitePool {
    return new SitePool({ target, releases, missing, overlay: (site) => this.#options.development.overlay(site) });
  }

  async #prepare(pool: SitePool, signal: AbortSignal): Promise<void> {
    const { prerenders, logger, onChange } = this.#options;
    await prerenders.prepare(pool.foreseen(), signal).catch((err: unknown) => logger.error({ err }, 'pages are not rendered ahead'));
    // Before the switch there is nothing to tell, and the report of the switch would have to wait for this one.
    if (pool === this.#pool) onChange?.();
  }

  #note({ epoch, number }: Target, err: Error): void {
    const { logger, onChange } = this.#options;
    if (err.message === this.#obstacle) return;
    this.#obstacle = err.message;
    logger.error({ epoch, revision: number, err }, 'target is not served yet');
    onChange?.();
  }

  #pause(ms: number, ...signals: readonly AbortSignal[]): Promise<void> {
    const pause = (signal: AbortSignal) => delay(ms, undefined, { signal, ref: false });
    return withFirstOf([...signals, this.#closing.signal], pause).catch(() => undefined);
  }
}
