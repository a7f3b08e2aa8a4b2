/** LISTEN on a connection of its own, reconnected when it breaks. */
import type pg from 'pg';
import type { Listener } from './database';
import type { Logger } from './logging';

/** Attempts to connect begin so far apart at least, and further and further while they fail. The first one waits for nothing. */
const RECONNECT_MS = { least: 100, most: 5_000 };

export function createSubscriptions(connect: () => pg.Client, logger?: Logger) {
  const listeners = new Map<string, Set<Listener>>();
  /** The connection that stands or is being made. */
  let current: Promise<pg.Client> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  /** When the last attempt began, by the clock of `performance`. */
  let attemptedAt = -Infinity;

  function open(): Promise<pg.Client> {
    const opened = make(() => lost(opened));
    return opened;
  }

  async function make(onEnd: () => void): Promise<pg.Client> {
    attemptedAt = performance.now();
    const client = connect();
    client.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''));
    client.on('error', (err) => logger?.warn({ err }, 'the connection for notifications broke'));
    client.on('end', () => {
      client.removeAllListeners('notification');
      onEnd();
    });
    try {
      await client.connect();
      // In one go: what is announced before the last of them is lost.
      await client.query([...listeners.keys()].map((channel) => `listen ${client.escapeIdentifier(channel)}`).join(';'));
    } catch (error) {
      end(client);
      throw error;
    }
    return client;
  }

  const tell = (channel: string, payload: string | null) => listeners.get(channel)?.forEach((listener) => listener(payload));

  function lost(connection: Promise<pg.Client>): void {
    // Also during a pause: who listens meanwhile has a connection made, which is lost as any other.
    forget(connection);
    if (closed || listeners.size === 0 || timer) return;
    retry(Math.max(0, attemptedAt + RECONNECT_MS.least - performance.now()));
  }

  function forget(connection: Promise<pg.Client>): void {
    if (current === connection) current = undefined;
  }

  function retry(delayMs: number): void {
    timer = setTimeout(() => {
      const connection = (current ??= open());
      connection.then(
        () => {
          timer = undefined;
          // It may have ended before this was known.
          if (current !== connection) return lost(connection);
          for (const channel of listeners.keys()) tell(channel, null);
        },
        () => {
          forget(connection);
          if (!closed) retry(Math.min(Math.max(delayMs * 2, RECONNECT_MS.least), RECONNECT_MS.most));
        },
      );
    }, delayMs);
    timer.unref();
  }

  /** Nobody waits for it: who does not answer is not heard either. */
  const end = (client: pg.Client) => void client.end().catch(() => undefined);

  async function listen(channel: string, listener: Listener): Promise<() => Promise<void>> {
    const own = listeners.get(channel) ?? new Set();
    listeners.set(channel, own.add(listener));
    const leave = () => {
      own.delete(listener);
      if (own.size === 0) listeners.delete(channel);
    };
    const connection = (current ??= open());
    try {
      const client = await connection;
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      forget(connection);
      leave();
      // The others are given another one when it has ended.
      connection.then(end, () => undefined);
      throw error;
    }
    return async () => leave();
  }

  async function close(): Promise<void> {
    closed = true;
    clearTimeout(timer);
    const client = await current?.catch(() => undefined);
    await client?.end();
  }

  return { listen, close };
}
