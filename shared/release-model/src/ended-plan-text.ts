/** Plans that a change ends, in words. */
import type { EndedPlan } from './ended-plans';

/** `plan 3 of Grace: mf-demo@1.0.1, step 1 of 3` */
export function describeEndedPlan({ id, createdBy, releases, step, steps }: EndedPlan): string {
  const labels = Object.entries(releases).map(([name, { version }]) => `${name}@${version}`);
  return `plan ${id} of ${createdBy}: ${labels.join(', ')}, ${step === 0 ? 'not begun' : `step ${step} of ${steps}`}`;
}
