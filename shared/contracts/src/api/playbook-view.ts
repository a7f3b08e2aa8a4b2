/** Who sees what of a playbook: it is locked, evaluating or available. */
import type { PlaybookInput } from './desk';
import type { Playbook } from './playbooks';

/** What the state of a playbook depends on. */
export interface Reader {
  isSignedIn: boolean;
  tesseraRank: number;
  hasSubscription: boolean;
}

export const VISITOR: Reader = { isSignedIn: false, tesseraRank: 0, hasSubscription: false };

/** Locked: it needs a subscription that the reader lacks. Evaluating: else, if it needs a rank and the player has none yet. */
export function playbookState(
  { needs_subscription, needs_rank }: Pick<PlaybookInput, 'needs_subscription' | 'needs_rank'>,
  reader: Reader,
): 'locked' | 'evaluating' | 'available' {
  if (needs_subscription && !reader.hasSubscription) return 'locked';
  if (needs_rank && reader.isSignedIn && reader.tesseraRank === 0) return 'evaluating';
  return 'available';
}

/** The playbook as this reader may see it: no descriptions while it is locked, no third description for visitors. */
export function playbookFor(playbook: PlaybookInput & { id: number }, reader: Reader): Playbook {
  const state = playbookState(playbook, reader);
  const isReadable = state !== 'locked';
  return {
    id: playbook.id,
    name: playbook.name,
    description_1: isReadable ? playbook.description_1 : null,
    description_2: isReadable ? playbook.description_2 : null,
    description_3: isReadable && reader.isSignedIn ? playbook.description_3 : null,
    min_size: playbook.min_size,
    max_size: playbook.max_size,
    memberLevel: playbook.memberLevel,
    is_locked: state === 'locked',
    is_evaluating: state === 'evaluating',
  };
}
