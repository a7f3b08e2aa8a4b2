/** The profile as its owner sees it. */
import { GOALS, PERSONAL_GOALS, type Profile } from '@site/contracts/api/profile';
import type { MemberRow } from './tables';

/** Addresses of the two sizes of a picture, below the base address of the API. */
export const photoUrls = (baseUrl: string, key: string) => ({
  profile_photo_url: `${baseUrl}/photos/${key}-200.jpg`,
  profile_photo_url_2x: `${baseUrl}/photos/${key}-400.jpg`,
});

export const profileOf = (row: MemberRow, baseUrl: string): Profile => ({
  full_name: row.fullName,
  location: row.location,
  email: row.email,
  ...(row.photoKey === null ? { profile_photo_url: null, profile_photo_url_2x: null } : photoUrls(baseUrl, row.photoKey)),
  notify_opt_in: row.notifyOptIn,
  profile_visibility: row.profileVisibility,
  goals: everyKey(GOALS, row.goals),
  goals_personal: everyKey(PERSONAL_GOALS, row.goalsPersonal),
  tessera_rank: row.tesseraRank,
  deletion_due_at: row.deletionDueAt?.toISOString() ?? null,
});

const everyKey = <Key extends string>(goals: readonly { key: Key }[], chosen: Partial<Record<Key, boolean>>) =>
  Object.fromEntries(goals.map(({ key }) => [key, chosen[key] ?? false])) as Record<Key, boolean>;
