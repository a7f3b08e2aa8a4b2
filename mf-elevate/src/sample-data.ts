/** Test-only: answers of the backend, typed by its contract. */
import type { PlayerDemos, PublicDemo } from '@site/contracts/api/demos';
import type { Playbook, PlayerPlaybooks } from '@site/contracts/api/playbooks';
import type { Profile } from '@site/contracts/api/profile';

export const demo = (changes: Partial<PublicDemo> = {}): PublicDemo => ({
  id: 1,
  name: 'Tenant isolation',
  description: 'Keep two tenants apart.',
  description_2: 'Bring the failed query.',
  vertical: 'SaaS foundations',
  status: 'Open',
  sponsored: false,
  is_meta_demo: false,
  ...changes,
});

export const playbook = (changes: Partial<Playbook> = {}): Playbook => ({
  id: 7,
  name: 'The Open Bench',
  description_1: 'A standing table.',
  description_2: 'Curiosity first.',
  description_3: 'Roles rotate.',
  min_size: 4,
  max_size: 9,
  memberLevel: 'Player',
  is_locked: false,
  is_evaluating: false,
  ...changes,
});

const noGoals: Profile['goals'] = { 'elevate-1': false, 'elevate-2': false, 'elevate-3': false, league: false, interviews: false };

const noPersonalGoals: Profile['goals_personal'] = {
  'interview-practice': false,
  'peer-feedback': false,
  'learn-craft': false,
  'find-team': false,
  'lead-idea': false,
  'startup-experience': false,
};

export const profile = (changes: Partial<Profile> = {}): Profile => ({
  full_name: 'Ada Player',
  location: 'Albany, NY',
  email: 'ada@site.example',
  profile_photo_url: null,
  profile_photo_url_2x: null,
  notify_opt_in: false,
  profile_visibility: 'private',
  goals: noGoals,
  goals_personal: noPersonalGoals,
  tessera_rank: 0,
  deletion_due_at: null,
  ...changes,
});

export const playerDemos = (...demos: PlayerDemos['playerDemos']): PlayerDemos => ({ playerDemos: demos, demosMap: { 1: demo() } });

export const playerPlaybooks = (...records: PlayerPlaybooks['playerPlaybooks']): PlayerPlaybooks => ({
  playerPlaybooks: records,
  playbooksMap: { 7: playbook() },
});

export const refusal = (error: string) => ({ code: 'refused', error, requestId: 'r-1' });
