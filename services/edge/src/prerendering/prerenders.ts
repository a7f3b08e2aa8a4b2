/** Rendered pages: those of the plan, made ahead and kept on disk, and a limited number of others, made when a visitor asks. */
import { setTimeout as delay } from 'node:timers/promises';
import type { RenderOutput } from '@site/contracts/prerender';
import type { Logger } from '@site/platform/logging';
import { LRUCache } from 'lru-cache';
import { type RenderFailure } from '../renderer/render-failure';
import type { RenderJob, Renderer, Urgency } from '../renderer/renderer';
import { type RenderContext, renderKey, renderPlan } from './render-plan';
import type { RenderStore } from './render-store';

export interface PrerendersOptions {
  renderer: Renderer;
  store: RenderStore;
  logger: Logger;
  /** Called for every page that could not be rendered. */
  onFailure?: (failure: RenderFailure) => void;
  /** Longest time in milliseconds that a visitor's document waits for a page that nobody asked for before. */
  visitorWaitMs?: number;
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
  readonly #failed = new LRUCache<string, { retryAt: number }>({ max: 1_000 });
  readonly #inProgress = new Map<string, Promise<RenderOutput | null>>();
  #progress: RenderProgress = { planned: 0, rendered: 0, failed: 0, done: false };

  constructor(options: PrerendersOptions) {
    this.#options = options;
  }

  get progress(): RenderProgress {
    return this.#progress;
  }

  /** The page if it is there, or can be within the time that a visitor waits; else null. */
  async obtain(job: RenderJob, paramsDigest: string): Promise<RenderOutput | null> {
    const key = renderKey(job, paramsDigest);
    const known = this.#planned.get(key) ?? this.#asked.get(key);
    if (known) return known;
    if (this.#hasJustFailed(key)) return null;
    const waiting = new AbortController();
    const late = delay(this.#options.visitorWaitMs ?? DEFAULT_VISITOR_WAIT_MS, null, { signal: waiting.signal }).catch(() => null);
    const output = await Promise.race([this.#render(key, job, 'visitor'), late]);
    waiting.abort();
    return output;
  }

  /** Renders what is planned for sites, each page once, unless `signal` ends it before. */
  async prepare(contexts: readonly RenderContext[], signal: AbortSignal): Promise<void> {
    const jobs = plannedJobs(contexts);
    this.#progress = { planned: jobs.size, rendered: 0, failed: 0, done: jobs.size === 0 };
    for (const [key, job] of jobs) {
      const output = await this.#fromPlan(key, job);
      if (signal.aborted) return;
      if (output) this.#planned.set(key, output);
      const { planned, rendered, failed } = this.#progress;
      const finished = rendered + failed + 1;
      this.#progress = { planned, rendered: rendered + (output ? 1 : 0), failed: failed + (output ? 0 : 1), done: finished === planned };
    }
  }

  /** Forgets what only sites before these ones needed. */
  async retain(contexts: readonly RenderContext[]): Promise<void> {
    const jobs = plannedJobs(contexts);
    for (const key of this.#planned.keys()) if (!jobs.has(key)) this.#planned.delete(key);
    const bundles = [...jobs.values()].flatMap(({ shell, remote }) => (remote ? [shell, remote] : [shell]));
    this.#options.renderer.retain([...new Map(bundles.map((bundle) => [bundle.id, bundle])).values()]);
    await this.#options.store
      .prune(new Set(jobs.keys()))
      .catch((err: unknown) => this.#options.logger.warn({ err }, 'old pages stay on disk'));
  }

  async #fromPlan(key: string, job: RenderJob): Promise<RenderOutput | null> {
    const known = this.#planned.get(key) ?? this.#asked.get(key) ?? (await this.#options.store.read(key));
    if (known) return known;
    if (this.#hasJustFailed(key)) return null;
    const output = await this.#render(key, job, 'ahead');
    // A full disk costs the next start some time, and nobody a page.
    if (output)
      await this.#options.store.write(key, output).catch((err: unknown) => this.#options.logger.warn({ err }, 'page is not kept'));
    return output;
  }

  readonly #hasJustFailed = (key: string): boolean => (this.#failed.get(key)?.retryAt ?? 0) > Date.now();

  /** One rendering of a page at a time, however many ask for it. */
  #render(key: string, job: RenderJob, urgency: Urgency): Promise<RenderOutput | null> {
    const started = this.#inProgress.get(key);
    if (started) return started;
    const rendering = this.#options.renderer
      .render(job, urgency)
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
    this.#failed.set(key, { retryAt: Date.now() + RETRY_FAILED_MS });
    const versions = [shell, remote].flatMap((bundle) => (bundle ? [`${bundle.name}@${bundle.version}`] : []));
    this.#options.logger.error({ versions, page, reason: failure.reason, detail: failure.message }, 'page is left to the browser');
    this.#options.onFailure?.(failure);
    return null;
  }
}

const plannedJobs = (contexts: readonly RenderContext[]): ReadonlyMap<string, RenderJob> =>
  new Map(
    contexts.flatMap((context) => renderPlan(context).map((job): [string, RenderJob] => [renderKey(job, context.paramsDigest), job])),
  );
