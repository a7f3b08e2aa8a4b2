/** Whether edges serve what was decided. */
import { setTimeout as delay } from 'node:timers/promises';
import { describeService, type Service, serviceOf } from '@site/release-model/edge-service';
import type { Revision } from '@site/release-model/revision';
import { asUnavailable, EXIT, Failure } from './failure';
import type { RegistryClient } from './registry-client';
import { progressLine } from './terminal';

/** How long the registry may wait with an answer, so that people see meanwhile how many edges serve the revision. */
const LONGEST_WAIT_S = 2;
/** Between two questions to a registry that answers at once, as one does that has too many waiting, or that is away. */
const POLL_MS = 50;

/**
 * Waits until every known edge serves the revision, also while the registry is away: the revision is decided.
 * @returns The edges; none if no edge of the environment reports to the registry.
 * @throws Failure with the edges that do not, when the time is over.
 */
export async function untilServed(client: RegistryClient, revision: Revision, timeoutMs: number): Promise<Service> {
  const deadline = Date.now() + timeoutMs;
  const line = progressLine();
  try {
    for (;;) {
      const asked = Date.now();
      const waitSeconds = Math.min(LONGEST_WAIT_S, Math.max(0, (deadline - asked) / 1_000));
      const found = await client.edgesServing(revision, waitSeconds).then((edges) => serviceOf(edges, revision), asUnavailable);
      if (!(found instanceof Failure) && found.serving.length === found.known.length) return found;
      if (Date.now() > deadline) throw found instanceof Failure ? notKnown(found, revision) : notServed(found, revision);
      line.show(
        `Revision ${revision.number}: ${found instanceof Failure ? 'the registry is away' : `${found.serving.length} of ${found.known.length} edges`}`,
      );
      if (Date.now() - asked < POLL_MS) await delay(POLL_MS);
    }
  } finally {
    line.done();
  }
}

const notKnown = ({ message }: Failure, { number }: Revision): Failure =>
  new Failure(
    `Revision ${number} is decided. Which edges serve it, the registry cannot be asked at the moment: ${message}`,
    EXIT.pending,
    'not-served',
    { revision: number },
  );

function notServed(service: Service, { number }: Revision): Failure {
  const late = service.known.filter((edge) => !service.serving.includes(edge));
  const why = late.map(
    ({ id, number: served, defects }) => `  ${id} serves revision ${served}${defects.map((defect) => `\n    ${defect}`).join('')}`,
  );
  const message = [`Revision ${number} is decided, and ${describeService(service)}:`, ...why].join('\n');
  return new Failure(message, EXIT.pending, 'not-served', {
    revision: number,
    serving: service.serving.length,
    known: service.known.length,
  });
}
