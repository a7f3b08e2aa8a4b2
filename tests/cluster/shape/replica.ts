/** One process of one role, which ends, dies and comes back at the same address and with the same folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Role } from '@site/server/config';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const POLL_MS = 50;
/** Of the words of a process, when it failed. */
const LAST_LINES = 15;

export interface Replica {
  name: string;
  role: Role;
  /** Of this process alone. */
  origin: string;
  dataDir: string;
  /**
   * Resolves when the process answers `/healthz`.
   * @param release Folder of the sources whose programs run; those of this checkout without it.
   * @throws Error with its last words if it ends instead.
   */
  start(release?: string): Promise<void>;
  /** Resolves when `/readyz` says that it can serve. */
  ready(): Promise<void>;
  /** As a supervisor does it: SIGTERM, and until it has ended. @throws Error if it does not end in order. */
  stop(): Promise<void>;
  /** Without a chance to do anything: SIGKILL. */
  kill(): Promise<void>;
  isRunning(): boolean;
  /** For whoever measures it. @throws Error if it does not run. */
  process(): ChildProcess;
  /** All that it logged, over all its lives. */
  log(): string;
  /** The last lines that it logged, over all its lives. */
  lastWords(): string;
}

export interface ReplicaOptions {
  name: string;
  role: Role;
  host: string;
  port: number;
  /** In which it has a folder of its own. */
  folder: string;
  settings: Record<string, string>;
}

export function createReplica({ name, role, host, port, folder, settings }: ReplicaOptions): Replica {
  const dataDir = path.join(folder, name);
  const log = path.join(folder, `${name}.log`);
  const origin = `http://${host}:${port}`;
  let child: ChildProcess | undefined;
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  const answers = async (route: string): Promise<boolean> => {
    const answer = await fetch(origin + route, { headers: { connection: 'close' } }).catch(() => null);
    await answer?.arrayBuffer();
    return answer?.ok ?? false;
  };
  const read = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
  const lastWords = () => `${name} said:\n  ${read().trimEnd().split('\n').slice(-LAST_LINES).join('\n  ')}`;
  const until = async (route: string): Promise<void> => {
    while (!(await answers(route))) {
      if (!isRunning()) throw new Error(`${name} has ended. ${lastWords()}`);
      await delay(POLL_MS);
    }
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<unknown> => {
    if (!child || !isRunning()) return 0;
    const ended = once(child, 'exit');
    child.kill(signal);
    return (await ended)[0];
  };

  return {
    ...{ name, role, origin, dataDir, isRunning, log: read, lastWords },
    process() {
      if (!child || !isRunning()) throw new Error(`${name} does not run.`);
      return child;
    },
    async start(release = ROOT) {
      await mkdir(dataDir, { recursive: true });
      const output = openSync(log, 'a');
      child = spawn(process.execPath, ['services/server/bin/server.mjs'], {
        cwd: release,
        env: { ...process.env, ...settings, ROLES: role, HOST: host, PORT: String(port), DATA_DIR: dataDir },
        // By the channel it hears when whoever started it is gone, and ends too.
        stdio: ['ignore', output, output, 'ipc'],
        // Ctrl-C is for whoever started it, who then ends everything in order.
        detached: true,
      });
      closeSync(output);
      await until('/healthz');
    },
    ready: () => until('/readyz'),
    async stop() {
      const code = await end('SIGTERM');
      if (code !== 0) throw new Error(`${name} did not end in order (${String(code)}). ${lastWords()}`);
    },
    kill: async () => void (await end('SIGKILL')),
  };
}
