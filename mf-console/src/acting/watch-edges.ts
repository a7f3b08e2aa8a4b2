import { firstReportsEnd, isServed, type Service, serviceOf } from '@site/release-model/edge-service';
import type { Edge } from '@site/release-model/registry-answers';
import type { Revision } from '@site/release-model/revision';
import { inside } from '../registry/endpoint';
import { pause } from '../registry/events';
import { askRegistry } from '../registry/registry-query';

/** How long the registry may wait with an answer about its edges, so that people see meanwhile how many serve the revision. */
const WAIT_S = 2;
/** For how long the edges are watched. */
const PATIENCE_MS = 60_000;

/** Between two questions about edges of which none has reported yet. */
const PAUSE_MS = 500;

/** `service`: null where the registry has not said it. `isOver`: nobody waits for edges any more, whether all serve it or not. */
export interface Seen {
  service: Service | null;
  isOver: boolean;
}

/** Tells which edges serve a revision, until all of them do. After the signal it tells nothing. */
export async function watchEdges(
  environment: string,
  { epoch, number }: Pick<Revision, 'epoch' | 'number'>,
  tell: (seen: Seen) => void,
  signal: AbortSignal,
): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  const firstReports = firstReportsEnd({ number }, Date.now());
  for (let isOver = false; !isOver;) {
    const path = inside(environment, `/edges?epoch=${epoch}&number=${number}&wait=${WAIT_S}`);
    const { data } = await askRegistry<{ edges: Edge[] }>({ path }, signal);
    if (signal.aborted) return;
    const service = data ? serviceOf(data.edges, { epoch, number }) : null;
    isOver = service === null || isServed(service, Date.now(), firstReports) || Date.now() > until;
    tell({ service, isOver });
    // The registry has nothing to wait for while it knows no edge.
    if (!isOver && service?.known.length === 0) await pause(PAUSE_MS, signal);
  }
}
