/** Renders pages one after the other in a process of its own, which it starts when needed and starts anew when it dies. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Composition } from '@site/contracts/composition';
import type { RenderOutput } from '@site/contracts/prerender';
import type { ServerBundle } from '../site/site';
import { RenderFailure } from './render-failure';
import { RendererChild, type RendererLimits } from './renderer-child';

export interface RenderJob {
  shell: ServerBundle;
  /** Null, together with `page`, for what the shell shows by itself. */
  remote: ServerBundle | null;
  page: string | null;
  pathname: string;
  composition: Composition;
  /** What the shell shows in the place of a page whose remote is switched off; its own "not available" page is shown without. */
  disabled: string | null;
}

/**
 * A visitor's job goes before all that are rendered ahead, and is refused rather than kept waiting for long. A spare one is for what nobody
 * needs yet: it begins only when nothing else waits, and is given up when something else would wait for it for long.
 */
export type Urgency = 'visitor' | 'ahead' | 'spare';

export interface RendererOptions extends Partial<RendererLimits> {
  /** Reads a server bundle. @throws if it is missing or is not the one of its release. */
  loadBundle(bundle: ServerBundle): Promise<string>;
  /** Most jobs of visitors that wait at a time. */
  maxWaiting?: number;
}

interface Waiting {
  job: RenderJob;
  resolve(output: RenderOutput): void;
  reject(failure: unknown): void;
}

const DEFAULT_LIMITS: RendererLimits = { timeoutMs: 5_000, memoryMb: 256 };
/** How long other jobs wait for a spare one that has begun. */
const SPARE_GRACE_MS = 2_000;
const FIRST_RESTART_DELAY_MS = 100;
const LONGEST_RESTART_DELAY_MS = 30_000;

const closed = (): RenderFailure => new RenderFailure('busy', 'the renderer is closed');

export class Renderer {
  readonly #options: RendererOptions;
  readonly #waiting: Record<Urgency, Waiting[]> = { visitor: [], ahead: [], spare: [] };
  readonly #closing = new AbortController();
  #child: RendererChild | null = null;
  #working = false;
  /** Ids of the bundles to keep, until the process is told. */
  #retained: string[] | null = null;
  /** Set while a spare job runs. */
  #spare: { grace: NodeJS.Timeout | null; isGivenUp: boolean } | null = null;
  #crashes = 0;
  /** By the clock of `performance`, which nobody sets back. */
  #restartAt = 0;

  constructor(options: RendererOptions) {
    this.#options = options;
  }

  /** @throws RenderFailure */
  render(job: RenderJob, urgency: Urgency): Promise<RenderOutput> {
    if (this.#closing.signal.aborted) return Promise.reject(closed());
    if (urgency === 'visitor' && this.#isBusy()) return Promise.reject(new RenderFailure('busy', 'too many pages are waiting'));
    return new Promise((resolve, reject) => {
      this.#waiting[urgency].push({ job, resolve, reject });
      if (urgency !== 'spare') this.#hurry();
      void this.#work();
    });
  }

  /** Forgets all bundles but these, after the job that runs: it may be one for which another was just supplied. */
  retain(bundles: readonly ServerBundle[]): void {
    this.#retained = bundles.map(({ id }) => id);
    if (!this.#working) this.#forget();
  }

  close(): void {
    this.#closing.abort();
    this.#child?.kill();
    for (const { reject } of Object.values(this.#waiting).flatMap((waiting) => waiting.splice(0))) reject(closed());
  }

  #isBusy(): boolean {
    return this.#waiting.visitor.length >= (this.#options.maxWaiting ?? 16) || performance.now() < this.#restartAt;
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    for (let next = this.#next(); next; next = this.#next()) {
      await this.#run(next.job).then(next.resolve, next.reject);
      this.#forget();
    }
    this.#working = false;
  }

  #next(): Waiting | undefined {
    const { visitor, ahead, spare } = this.#waiting;
    const urgent = visitor.shift() ?? ahead.shift();
    const next = urgent ?? spare.shift();
    this.#spare = next && !urgent ? { grace: null, isGivenUp: false } : null;
    return next;
  }

  #forget(): void {
    if (this.#retained) this.#child?.retain(this.#retained);
    this.#retained = null;
  }

  /** Ends a spare job that does not end soon. */
  #hurry(): void {
    const spare = this.#spare;
    if (!spare || spare.grace) return;
    spare.grace = setTimeout(() => {
      if (spare !== this.#spare) return;
      spare.isGivenUp = true;
      this.#child?.kill();
    }, SPARE_GRACE_MS);
    spare.grace.unref();
  }

  async #run({ shell, remote, page, pathname, composition }: RenderJob): Promise<RenderOutput> {
    const child = await this.#startedChild();
    try {
      await this.#supply(child, remote ? [shell, remote] : [shell]);
      return await child.run({ type: 'render', shell: shell.id, remote: remote?.id ?? null, page, pathname, composition });
    } catch (failure) {
      // A process that was ended with this says nothing about the page.
      throw this.#closing.signal.aborted ? closed() : failure;
    } finally {
      this.#settleChild(child);
    }
  }

  async #supply(child: RendererChild, bundles: readonly ServerBundle[]): Promise<void> {
    for (const bundle of bundles.filter(({ id }) => !child.has(id))) {
      const source = await this.#options.loadBundle(bundle).catch((error: Error) => {
        throw new RenderFailure('failed', error.message);
      });
      child.supply(bundle.id, source);
    }
  }

  async #startedChild(): Promise<RendererChild> {
    if (this.#child?.alive) return this.#child;
    const wait = this.#restartAt - performance.now();
    if (wait > 0) await delay(wait, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
    if (this.#closing.signal.aborted) throw closed();
    this.#child = new RendererChild({ ...DEFAULT_LIMITS, ...this.#options });
    return this.#child;
  }

  /** A process that died is started again, each time in a row after a longer pause; at once after one that was killed for what waits. */
  #settleChild(child: RendererChild): void {
    if (child.alive) {
      this.#crashes = 0;
      return;
    }
    this.#child = null;
    if (this.#spare?.isGivenUp) return;
    this.#restartAt = performance.now() + Math.min(LONGEST_RESTART_DELAY_MS, FIRST_RESTART_DELAY_MS * 2 ** this.#crashes);
    this.#crashes += 1;
  }
}
