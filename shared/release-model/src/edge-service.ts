/** Which edges serve what was decided. */
import type { Edge } from './registry-answers';
import type { Revision } from './revision';

export interface Service {
  /** Edges that serve the revision or a newer one. */
  serving: Edge[];
  known: Edge[];
}

export const serviceOf = (known: Edge[], { epoch, number }: Pick<Revision, 'epoch' | 'number'>): Service => ({
  known,
  serving: known.filter((edge) => edge.epoch > epoch || (edge.epoch === epoch && edge.number >= number)),
});

/** `2 of 3 edges serve it` */
export function describeService({ serving, known }: Service): string {
  if (known.length === 0) return 'no edge reports to this registry';
  return `${serving.length} of ${known.length} edge${known.length === 1 ? '' : 's'} ${serving.length === 1 ? 'serves' : 'serve'} it`;
}
