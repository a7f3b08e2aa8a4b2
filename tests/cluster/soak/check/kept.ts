/** What the site has, read from the tables themselves, in the registers of the journal. */
import { createHash } from 'node:crypto';
import type { Database } from '@site/platform/database';
import type { Kept } from './acts';
import type { Named } from './files';

/** People of the soak have addresses here; what stands before the @ names them in registers. */
export const DOMAIN = 'soak.example.com';

const PERSON = (address: string) => `split_part(${address}, '@', 1)`;
const OURS = (address: string) => `${address} like '%@${DOMAIN}'`;
/** The goals that are chosen, in the order of their names. */
const CHOSEN = (goals: string) => `(select coalesce(string_agg(key, ' ' order by key), '') from jsonb_each(${goals}) where value = 'true')`;

/** Each gives registers with what they hold. */
const REGISTERS = [
  `select 'contact ' || ${PERSON('email')}, count(*)::text from api.contact_message where ${OURS('email')} group by 1`,
  `select 'message ' || ${PERSON('email')}, status from api.contact_message where ${OURS('email')}`,
  `select 'signup ' || ${PERSON('email')}, count(*)::text from api.signup where ${OURS('email')} group by 1`,
  `select 'account ' || ${PERSON('email')}, status from identity.account where ${OURS('email')}`,
  `select 'profile ' || ${PERSON('email')}, concat_ws('|', notify_opt_in, profile_visibility, ${CHOSEN('goals')}, ${CHOSEN('goals_personal')})
     from api.member where ${OURS('email')}`,
  `select 'photo ' || ${PERSON('email')}, photo_key from api.member where photo_key is not null and ${OURS('email')}`,
  `select 'rank ' || ${PERSON('email')}, tessera_rank::text from api.member where ${OURS('email')}`,
  `select 'deletion ' || ${PERSON('email')}, 'due' from api.member where deletion_due_at is not null and ${OURS('email')}`,
  // Its address names a demo, and is never changed. There twice, it differs from what is there once.
  `select 'demo ' || ${PERSON('email')} || ' ' || url, string_agg(description, ' and ') from api.player_demo join api.member using (subject)
     where ${OURS('email')} group by 1`,
  `select 'follow ' || ${PERSON('email')} || ' ' || playbook_id, role from api.player_playbook join api.member using (subject)
     where ${OURS('email')}`,
  `select 'project ' || name, string_agg(description, ' and ') from api.project group by 1`,
  `select 'release ' || name || '@' || version, 'published' from registry.releases`,
  `select 'revision ' || reason, count(*)::text from registry.revisions where reason is not null group by 1`,
];

export async function readKept(database: Database, people: ReadonlyMap<string, string>): Promise<Kept> {
  const registers = new Map<string, string>();
  for (const query of REGISTERS) {
    const { rows } = await database.query<{ register: string; value: string }>(`select * from (${query}) as kept (register, value)`);
    for (const { register, value } of rows) registers.set(register, value);
  }
  const { rows } = await database.query<{ subject_hash: string }>('select subject_hash from api.erased_member');
  const hashes = new Set(rows.map((row) => row.subject_hash));
  const isErased = (subject: string) => hashes.has(createHash('sha256').update(subject).digest('hex'));
  return { registers, erased: new Set([...people].filter(([, subject]) => isErased(subject)).map(([person]) => person)) };
}

export async function readNamed(database: Database): Promise<Named> {
  const { rows: photos } = await database.query<{ key: string }>('select photo_key as key from api.member where photo_key is not null');
  const { rows: unshown } = await database.query<{ key: string }>('select key from api.unshown_photo');
  const { rows: releases } = await database.query<{ name: string; version: string; paths: string[] }>(
    `select name, version, array(select file ->> 'path' from jsonb_array_elements(descriptor -> 'files') file) as paths from registry.releases`,
  );
  const { rows: erased } = await database.query<{ hash: string }>('select subject_hash as hash from api.erased_member');
  const keysOf = (found: { key: string }[]): string[] => found.map(({ key }) => key);
  return { photos: keysOf(photos), unshown: keysOf(unshown), erased: erased.map(({ hash }) => hash), releases };
}
