import { describeFreeze } from '@site/release-model/freeze-text';
import { describeGuard } from '@site/release-model/guard';
import { type Freeze, guardOf, type Rules } from '@site/release-model/rules';
import { exactTime } from '../display/moment';

/** What rules say, in sentences, but for their freezes. */
export const describeRules = ({ approvals, rehearsal, requireReason, localPreviews, guard }: Rules): string[] => [
  approvals === 0
    ? 'Nobody else has to approve a change.'
    : `${approvals === 1 ? 'One other person has' : `${approvals} others have`} to approve a change.`,
  {
    none: 'A promotion needs no rehearsal.',
    shown: 'A promotion says how its rehearsal ended.',
    required: 'Nothing new becomes live without a rehearsal that has passed.',
  }[rehearsal],
  requireReason ? 'People must say why they change what is live.' : 'A reason is not asked for.',
  `Guard of plans that do not say it: ${describeGuard(guardOf({ guard }))}.`,
  ...(localPreviews === undefined ? [] : [`Previews may ${localPreviews ? '' : 'not '}show parts of somebody's own machine.`]),
];

/** A freeze as people read it: one that is there once by the clock of who reads, one of every week by the clocks that it names. */
export const freezeText = (freeze: Freeze): string =>
  'days' in freeze ? describeFreeze(freeze) : `${exactTime(freeze.from)} - ${exactTime(freeze.to)}: ${freeze.reason}`;
