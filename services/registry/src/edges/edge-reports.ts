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
    // Without a payload some may have been missed.
    for (const event of payload === null ? reports.eventNames() : [`report ${payload}`]) reports.emit(event);
  });
  return {
    next: async (environment, signal) => void (await once(reports, `report ${environment}`, { signal }).catch(() => undefined)),
    close: unlisten,
  };
}
