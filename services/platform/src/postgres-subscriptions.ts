/** LISTEN on a connection of its own, reconnected when it breaks. */
import type pg from 'pg';
import type { Listener } from './database';
import type { Logger } from './logging';

const RECONNECT_MS = { first: 100, most: 5_000 };

export function createSubscriptions(connect: () => pg.Client, logger?: Logger) {
  const listeners = new Map<string, Set<Listener>>();
  let current: Promise<pg.Client> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function open(): Promise<pg.Client> {
    const client = connect();
    client.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''));
    client.on('error', (err) => logger?.warn({ err }, 'the connection for notifications broke'));
    client.on('end', () => lost(client));
    await client.connect();
    for (const channel of listeners.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`);
    return client;
  }

  const tell = (channel: string, payload: string | null) => listeners.get(channel)?.forEach((listener) => listener(payload));

  function lost(client: pg.Client): void {
    client.removeAllListeners('notification');
    if (closed || listeners.size === 0 || timer) return;
    current = undefined;
    retry(RECONNECT_MS.first);
  }

  function retry(delayMs: number): void {
    timer = setTimeout(() => {
      current ??= open();
      current.then(
        () => {
          timer = undefined;
          for (const channel of listeners.keys()) tell(channel, null);
        },
        () => {
          current = undefined;
          if (!closed) retry(Math.min(delayMs * 2, RECONNECT_MS.most));
        },
      );
    }, delayMs);
    timer.unref();
  }

  async function listen(channel: string, listener: Listener): Promise<() => Promise<void>> {
    const own = listeners.get(channel) ?? new Set();
    listeners.set(channel, own.add(listener));
    const leave = () => {
      own.delete(listener);
      if (own.size === 0) listeners.delete(channel);
    };
    try {
      current ??= open();
      const client = await current;
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      current = undefined;
      leave();
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
