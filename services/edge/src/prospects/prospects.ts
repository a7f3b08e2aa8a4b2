/**
 * Prepares for what may become live next: reads the releases, renders the pages that they would have beside what is live, and has deltas made. A
 * target that makes one of them live finds everything in memory then. Nothing is served because of a prospect, and a target on its way comes first.
 */
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sha256 } from '@site/release-model/sha256';
import { envelopeSchema, UntrustedError } from '@site/release-model/envelope';
import { Refusal } from '@site/release-model/refusal';
import { openProspects, type Prospect, withProspect } from '@site/release-model/prospects';
import { assertFitTogether, readFrom } from '@site/release-model/solver';
import { liveIds } from '@site/release-model/target';
import { renderContextOf } from '../composed-site';
import type { DeltaMaker } from '../deltas/delta-maker';
import type { Prerenders } from '../prerendering/prerenders';
import type { RenderContext } from '../prerendering/render-plan';
import { readBeside } from '../releases/read-beside';
import type { NamedRelease, ReleaseFiles } from '../releases/release-files';
import { buildSite } from '../site/build-site';
import { foreseenChoices } from '../site/choice';
import type { SitePool } from '../site-pool';
import type { KeyRing } from '../target/key-ring';

export interface ProspectsOptions {
  environment: string;
  keys: KeyRing;
  releases: ReleaseFiles;
  prerenders: Prerenders;
  deltas: Pick<DeltaMaker, 'make'>;
  /** What is served; null while there is nothing, or a target is on its way. */
  settled: () => SitePool | null;
  logger: FastifyBaseLogger;
  /** Milliseconds until it begins, so that whoever comes right after a switch is answered first. Default: 50. */
  restMs?: number;
}

/** Without names: what is not live is not for everybody to know. */
export interface ProspectsStatus {
  /** SHA-256 of the statement that names them, in hex; null before the first. */
  hash: string | null;
  /** How many are named and not live. */
  known: number;
  /** How many of them have all of their pages. */
  ready: number;
  /** How many of them cannot be read, do not fit beside what is live, or have pages that are not there. The log says which. */
  failed: number;
  /** Whether all was tried for them beside what is live now. */
  done: boolean;
  /** Whether the deltas were made of what is live and of them, as far as they can be. */
  deltas: boolean;
}

const REST_MS = 50;

const NOTHING = { hash: null as string | null, known: 0, ready: 0, failed: 0, done: false };

export class Prospects {
  readonly #options: ProspectsOptions;
  #named: readonly Prospect[] = [];
  #replaced: readonly NamedRelease[] = [];
  #status = NOTHING;
  #areDeltasMade = false;
  #isClosed = false;
  /** What the work is for that was done last, or is being done; null when it was broken off. */
  #purpose: string | null = null;
  #ending = new AbortController();
  #work: Promise<void> = Promise.resolve();

  constructor(options: ProspectsOptions) {
    this.#options = options;
  }

  get status(): ProspectsStatus {
    return { ...this.#status, deltas: this.#areDeltasMade };
  }

  /**
   * Takes a statement of prospects in place of the one before, if it is to be trusted.
   * @param value An envelope, as a registry gives it.
   */
  async offer(value: unknown): Promise<boolean> {
    const { environment, keys, logger } = this.#options;
    try {
      const envelope = envelopeSchema.safeParse(value);
      if (!envelope.success) throw new UntrustedError('The statement of prospects is not in an envelope.');
      const statement = openProspects(envelope.data, await keys.for(envelope.data), environment);
      this.#named = statement.prospects;
      this.#replaced = statement.replaced ?? [];
      this.#status = { ...NOTHING, hash: sha256(Buffer.from(envelope.data.payload, 'base64')) };
    } catch (err) {
      logger.warn({ err }, 'prospects are refused');
      return false;
    }
    this.pause();
    this.reconsider();
    return true;
  }

  /** Breaks off, for a target that is on its way. */
  pause(): void {
    this.#ending.abort();
    this.#purpose = null;
    this.#areDeltasMade = false;
    this.#status = { ...this.#status, done: false };
  }

  /** Prepares what is not prepared beside what is live, unless a target is on its way. */
  reconsider(): void {
    const pool = this.#options.settled();
    if (!pool || this.#isClosed || this.#status.hash === null) return;
    const purpose = `${pool.position.hash} ${this.#status.hash}`;
    if (purpose === this.#purpose) return;
    this.pause();
    this.#purpose = purpose;
    const { signal } = (this.#ending = new AbortController());
    // One at a time: what was broken off ends with the page that it is at.
    this.#work = this.#work.then(async () => {
      await setTimeout(this.#options.restMs ?? REST_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const deltas = this.#makeDeltas(pool, signal).catch((err: unknown) => this.#options.logger.error({ err }, 'no deltas are made'));
      await Promise.all([this.#prepare(pool, signal), deltas]);
    });
  }

  close(): void {
    this.#isClosed = true;
    this.pause();
  }

  async #makeDeltas(pool: SitePool, signal: AbortSignal): Promise<void> {
    const live = liveIds(pool.target.parts);
    const next = this.#named.flatMap((prospect) => Object.entries(prospect).map(([name, ref]) => ({ name, ...ref })));
    await this.#options.deltas.make(
      {
        live: [...pool.releases].flatMap(([id, release]) => (live.has(id) ? [release] : [])),
        next: next.filter(({ id }) => !live.has(id)),
        replaced: this.#replaced,
      },
      signal,
    );
    if (!signal.aborted) this.#areDeltasMade = true;
  }

  async #prepare(pool: SitePool, signal: AbortSignal): Promise<void> {
    const live = liveIds(pool.target.parts);
    const prospects = this.#named.filter((prospect) => Object.values(prospect).some(({ id }) => !live.has(id)));
    const prepared: { prospect: Prospect; sites: RenderContext[] }[] = [];
    for (const prospect of prospects) {
      // Visitors come first: each site takes some milliseconds to make.
      await setImmediate();
      if (signal.aborted) return;
      const sites = await this.#sitesWith(prospect, pool).catch((err: unknown) => this.#warn(prospect, err));
      if (sites) prepared.push({ prospect, sites });
    }
    if (signal.aborted) return;
    let [ready, failed] = [0, prospects.length - prepared.length];
    const say = (done: boolean) => (this.#status = { hash: this.#status.hash, known: prospects.length, ready, failed, done });
    this.#options.prerenders.retainProspects(prepared.map(({ sites }) => sites));
    say(prepared.length === 0);
    for (const [index, { prospect, sites }] of prepared.entries()) {
      const isWhole = await this.#options.prerenders.prepareProspect(sites, signal);
      if (signal.aborted) return;
      if (isWhole) ready += 1;
      else failed += 1;
      if (!isWhole) this.#warn(prospect, new Error('Not all of its pages are rendered ahead.'));
      say(index === prepared.length - 1);
    }
  }

  /** @throws Error when a release cannot be read, or does not fit beside what is live. */
  async #sitesWith(prospect: Prospect, pool: SitePool): Promise<RenderContext[]> {
    const target = withProspect(pool.target, prospect);
    const releases = await readBeside(this.#options.releases, prospect, pool.releases);
    assertFitTogether(target.parts, readFrom(releases));
    return foreseenChoices(target.parts).map((choice) => renderContextOf(buildSite(target, choice, releases)));
  }

  #warn(prospect: Prospect, err: unknown): null {
    const releases = Object.entries(prospect).map(([name, { version }]) => `${name}@${version}`);
    // A shell and remotes that are promoted in one command fit together and, each by itself, need not fit beside what is live.
    if (err instanceof Refusal)
      this.#options.logger.info({ reason: err.message, releases }, 'what does not fit beside what is live is not prepared');
    else this.#options.logger.warn({ err, releases }, 'what may become live is not prepared');
    return null;
  }
}
