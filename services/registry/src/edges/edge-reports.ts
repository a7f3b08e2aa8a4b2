/** Tells when an edge has reported, to whichever registry. */
import { EventEmitter, once } from 'node:events';
import type { Database } from '@site/platform/database';

/** Channel of `Database.notify`; the payload is the name of the environment. */
export const EDGE_CHANNEL = 'registry_edge';

export interface EdgeReports {
  /** Resolves with the next report of an edge of the environment, and when `signal` is aborted. */
  next(environment: string, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export async function followEdgeReports(database: Database): Promise<EdgeReports> {
  const reports = new EventEmitter().setMaxListeners(0);
  const unlisten = await database.listen(EDGE_CHANNEL, (payload) => {
    // Without a payload some may have been missed. `once` listens for an error, too, which is none of these.
    const reported = payload === null ? reports.eventNames().filter((event) => event !== 'error') : [`report ${payload}`];
    for (const event of reported) reports.emit(event);
  });
  return {
    next: async (environment, signal) => void (await once(reports, `report ${environment}`, { signal }).catch(() => undefined)),
    close: unlisten,
  };
}
