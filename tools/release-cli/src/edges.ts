/** Whether edges serve what was decided. */
import { setTimeout as delay } from 'node:timers/promises';
import { describeService, firstReportsEnd, isServed, type Service, serviceOf } from '@site/release-model/edge-service';
import type { Edge } from '@site/release-model/registry-answers';
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
  const firstReports = Math.min(deadline, firstReportsEnd(revision, Date.now()));
  const line = progressLine();
  try {
    for (;;) {
      const asked = Date.now();
      const waitSeconds = Math.min(LONGEST_WAIT_S, Math.max(0, (deadline - asked) / 1_000));
      const found = await client.edgesServing(revision, waitSeconds).then((edges) => serviceOf(edges, revision), asUnavailable);
      if (!(found instanceof Failure) && isServed(found, Date.now(), firstReports)) return found;
      if (Date.now() > deadline) throw found instanceof Failure ? notKnown(revision.number, found.message) : notServed(found, revision);
      line.show(
        `Revision ${revision.number}: ${found instanceof Failure ? 'the registry is away' : `${found.serving.length} of ${found.known.length} edges`}`,
      );
      if (Date.now() - asked < POLL_MS) await delay(POLL_MS);
    }
  } finally {
    line.done();
  }
}

/** The same of a revision of which only the number is known. */
export async function untilNumberServed(client: RegistryClient, number: number, timeoutMs: number): Promise<Service> {
  const revision = await client.revision(number).catch(asUnavailable);
  if (revision instanceof Failure) throw notKnown(number, revision.message);
  if (!revision) throw notKnown(number, 'It knows nothing of it.');
  return untilServed(client, revision, timeoutMs);
}

/** `Revision 12 is live: 2 of 2 edges serve it` */
export const describeServed = (number: number, service: Service): string =>
  `Revision ${number} ${service.known.length > 0 ? 'is live:' : 'is decided;'} ${describeService(service)}`;

/** The edges that do not serve what was decided, or say that something is wrong, each on lines of its own. */
export const describeTroubled = ({ serving, known }: Service): string[] =>
  known.filter((edge) => !serving.includes(edge) || edge.defects.length > 0).map(describeEdge);

const describeEdge = ({ id, number, defects }: Edge): string =>
  `  ${id} serves revision ${number}${defects.map((defect) => `\n    ${defect}`).join('')}`;

/** For answers in JSON. */
export const countsOf = ({ serving, known }: Service): { serving: number; known: number } => ({
  serving: serving.length,
  known: known.length,
});

const notKnown = (number: number, why: string): Failure =>
  new Failure(
    `Revision ${number} is decided. Which edges serve it, the registry cannot be asked at the moment: ${why}`,
    EXIT.pending,
    'not-served',
    { revision: number },
  );

function notServed(service: Service, { number }: Revision): Failure {
  const why = service.known.filter((edge) => !service.serving.includes(edge)).map(describeEdge);
  const message = [`Revision ${number} is decided, and ${describeService(service)}:`, ...why].join('\n');
  return new Failure(message, EXIT.pending, 'not-served', {
    revision: number,
    ...countsOf(service),
  });
}
