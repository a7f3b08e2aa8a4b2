/**
 * Rendered pages: those of the plan, made ahead and kept on disk, a limited number of others, made when a visitor asks, and those of what may
 * become live, made while there is nothing else to make.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { RenderOutput } from '@site/contracts/prerender';
import type { FastifyBaseLogger } from 'fastify';
import { memoize } from '@site/release-model/memoize';
import { LRUCache } from 'lru-cache';
import { RenderFailure } from '../renderer/render-failure';
import type { RenderJob, Renderer, Urgency } from '../renderer/renderer';
import type { ServerBundle } from '../site/site';
import { ProspectivePages } from './prospective-pages';
import { type RenderContext, renderKey, renderPlan } from './render-plan';
import type { RenderStore } from './render-store';

export interface PrerendersOptions {
  renderer: Renderer;
  store: RenderStore;
  logger: FastifyBaseLogger;
  /** Called for every page that could not be rendered. */
  onFailure?: (failure: RenderFailure) => void;
  /** Longest time in milliseconds that a visitor's document waits for a page that nobody asked for before. */
  visitorWaitMs?: number | undefined;
  /** Where pages of what may become live are kept. */
  prospective?: ProspectivePages;
}

/** Progress of the newest plan. */
export interface RenderProgress {
  planned: number;
  rendered: number;
  failed: number;
  /** Whether every page of the plan was rendered or has failed. */
  done: boolean;
}

const DEFAULT_VISITOR_WAIT_MS = 150;
const RETRY_FAILED_MS = 60_000;
/** Of so many prospects, the likeliest ones, the renderer keeps the code, for the pages that cannot be rendered ahead. */
const PROSPECTS_WARM = 3;
/** Characters of pages that visitors asked for. */
const ASKED_KEPT = 30_000_000;

export class Prerenders {
  readonly #options: PrerendersOptions;
  readonly #planned = new Map<string, RenderOutput>();
  readonly #asked = new LRUCache<string, RenderOutput>({
    max: 300,
    maxSize: ASKED_KEPT,
    sizeCalculation: ({ html, head }) => html.length + head.length,
  });
  /** By the clock of `performance`, which nobody sets back. */
  readonly #failed = new LRUCache<string, { retryAt: number }>({ max: 1_000 });
  readonly #inProgress = new Map<string, Promise<RenderOutput | null>>();
  readonly #prospective: ProspectivePages;
  /** The page that is rendered for a prospect, one at a time. */
  #spare: { key: string; rendering: Promise<RenderOutput> } | null = null;
  /** What renders for targets at the moment. */
  readonly #preparing = new Set<Promise<void>>();
  #liveBundles: ServerBundle[] = [];
  #warmBundles: ServerBundle[] = [];
  #progress: RenderProgress = { planned: 0, rendered: 0, failed: 0, done: false };

  constructor(options: PrerendersOptions) {
    this.#options = options;
    this.#prospective = options.prospective ?? new ProspectivePages();
  }

  get progress(): RenderProgress {
    return { ...this.#progress };
  }

  /** The page if it is there, or can be within the time that a visitor waits; `late` if it may be there soon after; null if it has failed. */
  async obtain(job: RenderJob, paramsDigest: string): Promise<RenderOutput | 'late' | null> {
    const key = renderKey(job, paramsDigest);
    const known = this.#inMemory(key);
    if (known) return known;
    if (this.#hasJustFailed(key)) return null;
    const waiting = new AbortController();
    const late = delay(this.#options.visitorWaitMs ?? DEFAULT_VISITOR_WAIT_MS, null, { signal: waiting.signal }).catch(() => null);
    const output = await Promise.race([this.#render(key, job, 'visitor'), late]);
    waiting.abort();
    return output ?? (this.#hasJustFailed(key) ? null : 'late');
  }

  /** Renders what is planned for sites, each page once, unless `signal` ends it before. */
  async prepare(contexts: readonly RenderContext[], signal: AbortSignal): Promise<void> {
    const preparing = this.#prepare(contexts, signal).finally(() => this.#preparing.delete(preparing));
    this.#preparing.add(preparing);
    return preparing;
  }

  async #prepare(contexts: readonly RenderContext[], signal: AbortSignal): Promise<void> {
    const jobs = plannedJobs(contexts);
    // Of its own: one before it may still render for the same target.
    const progress = { planned: jobs.size, rendered: 0, failed: 0, done: jobs.size === 0 };
    this.#progress = progress;
    for (const [key, job] of jobs) {
      const output = await this.#fromPlan(key, job);
      if (signal.aborted) return;
      if (output) this.#planned.set(key, output);
      progress[output ? 'rendered' : 'failed'] += 1;
      progress.done = progress.rendered + progress.failed === progress.planned;
    }
  }

  /** Forgets what only sites before these ones needed. */
  async retain(contexts: readonly RenderContext[]): Promise<void> {
    const jobs = plannedJobs(contexts);
    for (const key of this.#planned.keys()) if (!jobs.has(key)) this.#planned.delete(key);
    this.#liveBundles = bundlesOf(jobs);
    this.#retainBundles();
    await this.#options.store
      .prune(new Set(jobs.keys()))
      .catch((err: unknown) => this.#options.logger.warn({ err }, 'old pages stay on disk'));
  }

  /** Forgets what only prospects before these ones needed. @param prospects The sites of each, the likeliest first. */
  retainProspects(prospects: readonly (readonly RenderContext[])[]): void {
    const jobs = prospects.map(plannedJobs);
    this.#prospective.retain(new Set(jobs.flatMap((planned) => [...planned.keys()])));
    this.#warmBundles = jobs.slice(0, PROSPECTS_WARM).flatMap(bundlesOf);
    this.#retainBundles();
  }

  /**
   * Renders what is planned for the sites of one prospect, one page at a time and only while nothing is rendered for a target, unless `signal`
   * ends it before.
   * @returns Whether all of it is there: it may have failed, or be too much to keep.
   */
  async prepareProspect(contexts: readonly RenderContext[], signal: AbortSignal): Promise<boolean> {
    let isWhole = true;
    for (const [key, job] of plannedJobs(contexts)) {
      while (this.#preparing.size > 0) await Promise.allSettled(this.#preparing);
      if (signal.aborted) return false;
      if (this.#planned.has(key) || this.#prospective.get(key)) continue;
      if (this.#prospective.isFull) return false;
      const output = await this.#ofProspect(key, job);
      if (output === 'unsafe') return false;
      if (output === null || !this.#prospective.keep(key, output)) isWhole = false;
    }
    this.#retainBundles();
    return isWhole;
  }

  /** @returns Null if the page cannot be rendered; `unsafe` if the renderer died of it, so that the next one is better not tried. */
  async #ofProspect(key: string, job: RenderJob): Promise<RenderOutput | 'unsafe' | null> {
    const known = await this.#kept(key);
    if (known) return known;
    const begun = this.#inProgress.get(key);
    if (begun) return begun;
    const rendering = this.#options.renderer.render(job, 'spare');
    this.#spare = { key, rendering };
    try {
      const output = await rendering;
      await this.#store(key, output);
      return output;
    } catch (error) {
      // Not among those that have just failed: a target that needs the page has it rendered once more.
      return error instanceof RenderFailure && error.reason === 'failed' ? null : 'unsafe';
    } finally {
      this.#spare = null;
    }
  }

  async #fromPlan(key: string, job: RenderJob): Promise<RenderOutput | null> {
    const known = this.#planned.get(key) ?? this.#prospective.get(key) ?? (await this.#kept(key));
    if (known) return known;
    if (this.#hasJustFailed(key)) return null;
    const output = await this.#render(key, job, 'ahead');
    if (output) await this.#store(key, output);
    return output;
  }

  readonly #inMemory = (key: string): RenderOutput | undefined =>
    this.#planned.get(key) ?? this.#asked.get(key) ?? this.#prospective.get(key);

  /** What is on disk, with what somebody has asked for before it was planned. */
  async #kept(key: string): Promise<RenderOutput | null> {
    const stored = await this.#options.store.read(key);
    const asked = this.#asked.get(key);
    if (!stored && asked) await this.#store(key, asked);
    return stored ?? asked ?? null;
  }

  /** A full disk costs the next start some time, and nobody a page. */
  async #store(key: string, output: RenderOutput): Promise<void> {
    await this.#options.store.write(key, output).catch((err: unknown) => this.#options.logger.warn({ err }, 'page is not kept'));
  }

  #retainBundles(): void {
    const bundles = [...this.#liveBundles, ...this.#warmBundles];
    this.#options.renderer.retain([...new Map(bundles.map((bundle) => [bundle.id, bundle])).values()]);
  }

  readonly #hasJustFailed = (key: string): boolean => (this.#failed.get(key)?.retryAt ?? 0) > performance.now();

  /** One rendering of a page at a time, however many ask for it. */
  #render(key: string, job: RenderJob, urgency: Exclude<Urgency, 'spare'>): Promise<RenderOutput | null> {
    const started = this.#inProgress.get(key);
    if (started) return started;
    const render = () => this.#options.renderer.render(job, urgency);
    const rendering = (this.#spare?.key === key ? this.#spare.rendering.catch(render) : render())
      .then((output) => {
        this.#asked.set(key, output);
        return output;
      })
      .catch((failure: RenderFailure) => this.#note(key, job, failure))
      .finally(() => this.#inProgress.delete(key));
    this.#inProgress.set(key, rendering);
    return rendering;
  }

  #note(key: string, { shell, remote, page }: RenderJob, failure: RenderFailure): null {
    // A busy renderer says nothing about the page.
    if (failure.reason === 'busy') return null;
    this.#failed.set(key, { retryAt: performance.now() + RETRY_FAILED_MS });
    const versions = [shell, remote].flatMap((bundle) => (bundle ? [`${bundle.name}@${bundle.version}`] : []));
    this.#options.logger.error({ versions, page, reason: failure.reason, detail: failure.message }, 'page is left to the browser');
    this.#options.onFailure?.(failure);
    return null;
  }
}

const bundlesOf = (jobs: ReadonlyMap<string, RenderJob>): ServerBundle[] =>
  [...jobs.values()].flatMap(({ shell, remote }) => (remote ? [shell, remote] : [shell]));

const plannedJobs = (contexts: readonly RenderContext[]): ReadonlyMap<string, RenderJob> => new Map(contexts.flatMap(keyedJobs));

/** The plan of a site, under the keys of its pages: it is gone through before a switch, with it, and after it. */
const keyedJobs = memoize((context: RenderContext) =>
  renderPlan(context).map((job): [string, RenderJob] => [renderKey(job, context.paramsDigest), job]),
);
