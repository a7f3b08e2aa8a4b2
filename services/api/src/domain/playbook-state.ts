/** Who sees what of a playbook: it is locked, evaluating or available. */
import type { Playbook } from '@site/contracts/api/playbooks';
import type { MemberRow, PlaybookRow } from './tables';

/** What the state of a playbook depends on. */
export interface Reader {
  isSignedIn: boolean;
  tesseraRank: number;
  hasSubscription: boolean;
}

export const VISITOR: Reader = { isSignedIn: false, tesseraRank: 0, hasSubscription: false };

export const playerReader = ({ tesseraRank, subscriptionUntil }: MemberRow, now = new Date()): Reader => ({
  isSignedIn: true,
  tesseraRank,
  hasSubscription: subscriptionUntil !== null && subscriptionUntil > now,
});

/** Locked: it needs a subscription that the reader lacks. Evaluating: else, if it needs a rank and the player has none yet. */
export function playbookState(playbook: Pick<PlaybookRow, 'needsSubscription' | 'needsRank'>, reader: Reader) {
  if (playbook.needsSubscription && !reader.hasSubscription) return 'locked';
  if (playbook.needsRank && reader.isSignedIn && reader.tesseraRank === 0) return 'evaluating';
  return 'available';
}

/** The playbook as this reader may see it: no descriptions while it is locked, no third description for visitors. */
export function playbookFor(row: PlaybookRow, reader: Reader): Playbook {
  const state = playbookState(row, reader);
  const isReadable = state !== 'locked';
  return {
    id: row.id,
    name: row.name,
    description_1: isReadable ? row.description1 : null,
    description_2: isReadable ? row.description2 : null,
    description_3: isReadable && reader.isSignedIn ? row.description3 : null,
    min_size: row.minSize,
    max_size: row.maxSize,
    memberLevel: row.memberLevel,
    is_locked: state === 'locked',
    is_evaluating: state === 'evaluating',
  };
}
