/** What is different between two targets, in words. */
import type { Change } from './changes';

/** `mf-marketing 1.0.0 -> 1.0.1`, `mf-marketing candidate (none) -> 1.0.1 at 5%` */
export const describeChange = ({ name, field, from, to }: Change): string =>
  `${name}${field === 'stable' ? '' : ` ${field}`} ${from ?? '(none)'} -> ${to ?? '(none)'}`;
