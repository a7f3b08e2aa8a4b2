import { expect, it } from '@jest/globals';
import type { Database } from '@site/platform/database';
import { followEdgeReports } from './edge-reports';

type Listener = Parameters<Database['listen']>[1];

it('whoever waits for reports looks again when some may have been missed, and nothing else comes of that', async () => {
  let hear: Listener = () => undefined;
  const listen = async (_channel: string, listener: Listener) => {
    hear = listener;
    return async () => undefined;
  };
  const reports = await followEdgeReports({ listen } as unknown as Database);
  const { signal } = new AbortController();
  for (const environments of [[], ['production'], ['production', 'production', 'staging']]) {
    const waiting = environments.map((environment) => reports.next(environment, signal));
    // As the connection that is listened on tells it when it is there again.
    expect(() => hear(null)).not.toThrow();
    await Promise.all(waiting);
  }
});
