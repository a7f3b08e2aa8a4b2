/** Rendered pages: those of the plan, made ahead and kept on disk, and a limited number of others, made when a visitor asks. */
import { setTimeout as delay } from 'node:timers/promises';
import type { RenderOutput } from '@site/contracts/prerender';
import type { Logger } from '@site/platform/logging';
import { LeastRecentlyUsed } from '../least-recently-used';
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

/** Progress of the plan of the live site. */
export interface RenderProgress {
  planned: number;
  rendered: number;
  failed: number;
  /** Whether every page of the plan was rendered or has failed. */
  done: boolean;
}

const DEFAULT_VISITOR_WAIT_MS = 150;
const RETRY_FAILED_MS = 60_000;

export class Prerenders {
  readonly #options: PrerendersOptions;
  #planned = new Map<string, RenderOutput>();
  readonly #asked = new LeastRecentlyUsed<RenderOutput>(300);
  readonly #failed = new LeastRecentlyUsed<{ retryAt: number }>(1_000);
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

  /** Renders the plan of a site, unless a newer one comes meanwhile (`signal`). What an earlier site needed is forgotten at the end. */
  async prepare(context: RenderContext, signal: AbortSignal): Promise<void> {
    const jobs = new Map(renderPlan(context).map((job) => [renderKey(job, context.paramsDigest), job]));
    const outputs = new Map<string, RenderOutput>();
    this.#progress = { planned: jobs.size, rendered: 0, failed: 0, done: jobs.size === 0 };
    for (const [key, job] of jobs) {
      const output = await this.#fromPlan(key, job);
      if (signal.aborted) return;
      if (output) outputs.set(key, output);
      if (output) this.#planned.set(key, output);
      const { planned, rendered, failed } = this.#progress;
      const finished = rendered + failed + 1;
      this.#progress = { planned, rendered: rendered + (output ? 1 : 0), failed: failed + (output ? 0 : 1), done: finished === planned };
    }
    this.#planned = outputs;
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
