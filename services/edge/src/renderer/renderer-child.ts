/** One renderer process, from its start to its death. It does one job at a time. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RenderOutput } from '@site/contracts/prerender';
import { RenderFailure } from './render-failure';
import { type FromRenderer, type RenderMessage, renderOutputSchema, type ToRenderer } from './messages';

export interface RendererLimits {
  /** Longest time of one job, loading of its bundles included. */
  timeoutMs: number;
  /** Size of the heap, in MiB. */
  memoryMb: number;
}

const PROGRAM = fileURLToPath(new URL('./renderer-process.mjs', import.meta.url));

/** The permission model left its experimental flag behind in Node 22.13. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';

/** Most bundles that a process keeps: those that were used last. */
const BUNDLES_KEPT = 24;

export class RendererChild {
  readonly #process: ChildProcess;
  readonly #limits: RendererLimits;
  readonly #supplied = new Set<string>();
  #settle: ((message: FromRenderer | RenderFailure) => void) | null = null;
  #alive = true;

  constructor(limits: RendererLimits) {
    this.#limits = limits;
    this.#process = fork(PROGRAM, {
      env: { NODE_ENV: 'production' },
      execArgv: [
        PERMISSION,
        `--allow-fs-read=${PROGRAM}`,
        `--max-old-space-size=${limits.memoryMb}`,
        '--disallow-code-generation-from-strings',
        '--no-warnings',
      ],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'json',
    });
    this.#process.on('message', (message) => this.#settle?.(message as FromRenderer));
    this.#process.on('exit', () => this.#die());
    this.#process.on('error', () => this.#die());
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Whether the process has the bundle, which counts as used then. */
  has(bundle: string): boolean {
    if (!this.#supplied.delete(bundle)) return false;
    this.#supplied.add(bundle);
    return true;
  }

  supply(bundle: string, source: string): void {
    this.#supplied.add(bundle);
    this.#send({ type: 'bundle', id: bundle, source });
    if (this.#supplied.size > BUNDLES_KEPT) this.retain([...this.#supplied].slice(-BUNDLES_KEPT));
  }

  retain(bundles: readonly string[]): void {
    for (const id of this.#supplied) if (!bundles.includes(id)) this.#supplied.delete(id);
    this.#send({ type: 'retain', ids: [...bundles] });
  }

  /** @throws RenderFailure; the process is dead after a timeout or a crash. */
  async run(message: RenderMessage): Promise<RenderOutput> {
    const answer = await this.#exchange(message);
    if (answer instanceof RenderFailure) throw answer;
    if (answer.type === 'failed') throw new RenderFailure('failed', answer.message);
    const output = renderOutputSchema.safeParse(answer.output);
    if (!output.success) throw new RenderFailure('failed', `the shell's renderDocument answered something else: ${output.error.message}`);
    return output.data;
  }

  kill(): void {
    this.#process.kill('SIGKILL');
    this.#die();
  }

  #exchange(message: RenderMessage): Promise<FromRenderer | RenderFailure> {
    return new Promise((resolve) => {
      const deadline = setTimeout(() => {
        this.#settle?.(new RenderFailure('timeout', `no answer within ${this.#limits.timeoutMs} ms`));
        this.kill();
      }, this.#limits.timeoutMs);
      this.#settle = (answer) => {
        clearTimeout(deadline);
        this.#settle = null;
        resolve(answer);
      };
      if (this.#alive) this.#send(message);
      else this.#die();
    });
  }

  #send(message: ToRenderer): void {
    // A process that dies meanwhile is noticed by its exit.
    if (this.#process.connected) this.#process.send(message, () => undefined);
  }

  #die(): void {
    this.#alive = false;
    this.#settle?.(new RenderFailure('crashed', 'the renderer process ended'));
  }
}
