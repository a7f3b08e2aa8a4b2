/** Data for the loading form of the card: as long as usual, and never read. */
import { GOALS, PERSONAL_GOALS, type Profile } from '@site/contracts/api/profile';
import type { PlayerPlaybook } from '@site/contracts/api/playbooks';

const none = <Key extends string>(all: readonly { key: Key }[]) =>
  Object.fromEntries(all.map(({ key }) => [key, false])) as Record<Key, boolean>;

export const PROFILE: Profile = {
  full_name: 'A player',
  location: 'City, state',
  email: 'player@site.example',
  profile_photo_url: null,
  profile_photo_url_2x: null,
  notify_opt_in: false,
  profile_visibility: 'private',
  goals: none(GOALS),
  goals_personal: none(PERSONAL_GOALS),
  tessera_rank: 0,
  deletion_due_at: null,
};

export const FOLLOWED: PlayerPlaybook = { id: 0, playbook_id: 0, role: 'join' };
