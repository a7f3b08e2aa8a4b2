/** The server as a process of its own, which ends with this one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from '../workspaces.mjs';
import { Failure } from './failure.mjs';

const PROGRAM = path.join(root, 'services/server/bin/server.mjs');
/** Whoever presses Ctrl-C does not wait for more than two seconds. Tests are more patient, because they tell a slow machine from a hung server. */
const GRACE_MS = Number(process.env.STOP_GRACE_MS ?? 1_800);

export class SiteProcess {
  #child;
  #said = '';
  #stopping;

  /** @param {Record<string, string>} env Added to the environment. */
  constructor(env) {
    this.#child = spawn(process.execPath, [PROGRAM], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      // A process group of its own: Ctrl-C reaches this process alone, which then stops that one in order.
      detached: true,
    });
    this.#child.stderr.on('data', (chunk) => (this.#said += chunk.toString()));
    this.ended = once(this.#child, 'exit');
  }

  /**
   * Resolves once the server listens.
   * @returns {Promise<{ address: string, dataDir: string }>}
   * @throws {Failure} With the server's own words, when it cannot start.
   */
  async listening() {
    const message = once(this.#child, 'message').then(([said]) => said);
    const early = this.ended.then(() => {
      throw new Failure(this.#said.trim() || 'The server ended before it listened.');
    });
    // The losing promise must not be reported as unhandled when the server ends, much later.
    early.catch(() => undefined);
    const listening = await Promise.race([message, early]);
    this.#child.stderr.pipe(process.stderr);
    return listening;
  }

  get running() {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** It is told once, however often this is asked: who is told twice does not end in order. */
  stop() {
    return (this.#stopping ??= this.#stop());
  }

  async #stop() {
    if (!this.running) return;
    this.#child.kill('SIGTERM');
    const impatient = setTimeout(() => {
      console.error(`The server did not end within ${GRACE_MS} ms and is killed.`);
      process.exitCode = 1;
      this.#child.kill('SIGKILL');
    }, GRACE_MS);
    await this.ended;
    clearTimeout(impatient);
  }
}
