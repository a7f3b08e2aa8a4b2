import { percent } from '@site/release-model/changes';
import type { Step } from '@site/release-model/plan';

/** `5% for 10 minutes, 25% until continued, then 100%` */
export function describeSteps(steps: readonly Step[]): string {
  const lasting = steps
    .slice(0, -1)
    .map(({ basisPoints, minutes }) => `${percent(basisPoints)} ${minutes === null ? 'until continued' : `for ${minutes} minutes`}`);
  return [...lasting, `${lasting.length > 0 ? 'then ' : ''}100%`].join(', ');
}
