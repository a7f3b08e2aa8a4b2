/** A playbook for the loading form of what shows one: as long as usual, and never read. */
import type { Playbook } from '@site/contracts/api/playbooks';

export const PLAYBOOK_IN_WAITING: Playbook = {
  id: 0,
  name: 'The name of a playbook',
  description_1: 'What a team sets out to do, in a sentence that has the length of most of them here.',
  description_2: 'How it works together, in another sentence that has the length of most of them here.',
  description_3: null,
  min_size: 2,
  max_size: 4,
  memberLevel: 'Player',
  is_locked: false,
  is_evaluating: false,
};
