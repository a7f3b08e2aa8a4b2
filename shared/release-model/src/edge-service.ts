/** Which edges serve what was decided. */
import type { Edge } from './registry-answers';
import type { Revision } from './revision';

type Serving = Pick<Edge, 'epoch' | 'number' | 'strayed'>;

export interface Service<E extends Serving = Edge> {
  /** Edges that serve the revision or a newer one. */
  serving: E[];
  known: E[];
}

export const serviceOf = <E extends Serving>(known: E[], { epoch, number }: Pick<Revision, 'epoch' | 'number'>): Service<E> => ({
  known,
  serving: known.filter((edge) => !edge.strayed && (edge.epoch > epoch || (edge.epoch === epoch && edge.number >= number))),
});

/** How long an edge may take to report for the first time, in milliseconds. */
const FIRST_REPORT_MS = 5_000;

/** Until when a first report may come: an edge says nothing before it serves something, so none is known when the first revision is decided. */
export const firstReportsEnd = ({ number }: Pick<Revision, 'number'>, decidedAt: number): number =>
  number === 1 ? decidedAt + FIRST_REPORT_MS : decidedAt;

/** Whether all edges serve the revision. @param firstReports See {@link firstReportsEnd}. */
export const isServed = ({ serving, known }: Service<Serving>, now: number, firstReports: number): boolean =>
  serving.length === known.length && (known.length > 0 || now >= firstReports);

/** `2 of 3 edges serve it` */
export function describeService({ serving, known }: Service<Serving>): string {
  if (known.length === 0) return 'no edge of this environment reports to the registry';
  const isOne = known.length === 1 || serving.length === 1;
  return `${serving.length} of ${known.length} edge${known.length === 1 ? '' : 's'} ${isOne ? 'serves' : 'serve'} it`;
}
