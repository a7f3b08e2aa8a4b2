/** A programme with as many members as asked for, written by the database itself: members of one kind would make every plan look good. */
import { createHash } from 'node:crypto';
import { seedDevelopmentData } from '@site/api/seed/seed-development-data';
import type { Database } from '@site/platform/database';

export interface Size {
  members: number;
  /** Of each member. */
  demos: number;
  /** Contact messages. */
  messages: number;
}

/** Subject of a member, from 1. */
export const subjectOf = (member: number): string =>
  createHash('md5')
    .update(`member ${member}`)
    .digest('hex')
    .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** The id of what a member's access tokens hang on. */
export const grantOf = (member: number): string => `grant ${member}`;

const GIVEN = 'Ada Grace Alan Edsger Barbara Donald Radia Ken Frances Niklaus Hedy Tim Margaret Dennis Jean Leslie'.split(' ');

export const emailOf = (member: number): string => `${GIVEN[member % GIVEN.length]?.toLowerCase()}.${member}@example.com`;

/** Unsubscribes a member from mails. */
export const unsubscribeTokenOf = (member: number): string => `unsubscribe-${md5(`token ${member}`)}`;

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const SUBJECT = (member: string): string => `md5('member ' || (${member}))::uuid`;
/** A number below `among` for each `n`, the same every time: what members have does not depend on their names, nor one on the other. */
const drawn = (what: string, among: number): string => `abs(hashtext('${what} ' || n)::bigint) % ${among}`;
/** As the provider names its records. */
const hashed = (text: string): string => `translate(encode(sha256((${text})::bytea), 'base64'), '+/=', '-_')`;

/** Of a hundred members thirty have the group that everybody without a sponsor uses; the others share as many groups as there are hundreds of five. */
const peerGroups = ({ members }: Size): number => Math.max(1, Math.round(members / 500));

/** In an order in which each statement finds what it refers to. */
const statements = (size: Size): string[] => {
  const { members, demos, messages } = size;
  const all = `generate_series(1, ${members}) as n`;
  const email = `lower(given || '.' || n || '@example.com')`;
  const people = `(
    select n, ${SUBJECT('n')} as subject,
      (array['${GIVEN.join("','")}'])[1 + n % ${GIVEN.length}] as given,
      initcap(translate(substr(md5('family ' || n % 4001), 1, 7), '0123456789', 'klmnorstuv')) as family
    from ${all}) as person`;
  const group = `case when ${drawn('group', 10)} < 3 then 'SELF-4E' else 'G' || n % ${peerGroups(size)} end`;
  return [
    `insert into api.peer_group (code, name) select 'G' || n, 'Group ' || n from generate_series(0, ${peerGroups(size) - 1}) as n`,
    `insert into identity.account (sub, email, email_verified, full_name, phone, status, groups, password_hash, created_at)
       select subject, ${email}, true, given || ' ' || family, '+1212' || 5550000 + n, case when n % 50 = 0 then 'FORCE_CHANGE_PASSWORD' else 'CONFIRMED' end,
         case when n % 10000 = 1 then '{staff}'::text[] else '{}' end, 'none', now() - n * interval '1 minute' from ${people}`,
    `insert into api.member (subject, email, full_name, location, phone, peer_group_code, notify_opt_in, profile_visibility, goals, goals_personal,
         tessera_rank, subscription_until, unsubscribe_token, deletion_due_at, joined_at)
       select subject::text, ${email}, given || ' ' || family, 'Albany, New York', '+1212' || 5550000 + n, ${group}, n % 3 = 0,
         case when n % 4 = 0 then 'sharable' else 'private' end, '{"elevate-1":true,"interviews":true}', '{"peer-feedback":true}',
         case when ${drawn('has a rank', 5)} = 0 then 1 + ${drawn('rank', 4)} else 0 end,
         case ${drawn('subscription', 10)} when 1 then now() + interval '1 year' when 2 then now() - interval '1 month' end, 'unsubscribe-' || md5('token ' || n),
         case when n % 100 = 7 then now() + n % 14 * interval '1 day' + interval '1 hour' end, now() - n * interval '1 minute' from ${people}`,
    // Who signed up and was here; who signed up and was not here yet; whose account is still to be made.
    `insert into api.signup (email, full_name, phone, location, code, received_at, subject, outcome, attempts, arrived_at)
       select ${email}, given || ' ' || family, '+1212' || 5550000 + n, 'Albany, New York', ${group}, now() - n * interval '1 minute', subject::text, 'created', 1, now() from ${people}`,
    `insert into api.signup (email, full_name, phone, location, code, subject, outcome, attempts, attempt_after)
       select 'waits.' || n || '@example.com', 'Waits ' || n, '+12125550100', 'Albany, New York', 'SELF-4E',
         case when n % 3 > 0 then ${SUBJECT("'waits ' || n")}::text end, case when n % 3 > 0 then 'created' end, 1, now() + interval '1 day'
       from generate_series(1, ${Math.ceil(members / 1000)}) as n`,
    `insert into api.consent (signup_id, document, version) select id, document, '11/5/2025' from api.signup, unnest(array['privacy', 'terms']) as document`,
    `insert into api.player_demo (subject, demo_kind_id, url, description, endorsements)
       select ${SUBJECT('n')}::text, (select min(id) from api.demo_kind) + (n + demo) % (select count(*)::int - 1 from api.demo_kind),
         'https://example.com/demo/' || n || '/' || demo, 'What was built, and why it is built so', case when n % 7 = 0 then '{Clear start}'::text[] else '{}' end
       from ${all}, generate_series(1, ${demos}) as demo order by n, demo`,
    `insert into api.player_playbook (subject, playbook_id, role)
       select ${SUBJECT('n')}::text, playbook.id, case when n % 2 = 0 then 'join' else 'produce' end from ${all}, api.playbook where (n + playbook.id) % 4 = 0`,
    `insert into api.contact_message (goal, name, email, phone, message, status, received_at, assigned_to)
       select 'other', 'Ada ' || n, 'sender.' || n % 50000 || '@example.com', '+12125550100', repeat('How does this programme work? ', 10),
         (array['closed','closed','closed','closed','closed','closed','closed','answered','in-progress','new'])[1 + n % 10], now() - n * interval '1 minute',
         case when n % 10 = 8 then ${SUBJECT('1')}::text end from generate_series(1, ${messages}) as n`,
    `insert into api.message_answer (message_id, text, actor) select id, 'It works like this.', ${SUBJECT('1')}::text from api.contact_message where id % 2 = 0`,
    `insert into api.desk_event (at, actor, act, target, member, before, after)
       select now() - n * interval '1 minute', ${SUBJECT('1 + 10000 * (n % 3)')}::text, (array['member.save','demo.endorse','message.save'])[1 + n % 3],
         ${SUBJECT(`1 + n % ${members}`)}::text, ${SUBJECT(`1 + n % ${members}`)}::text, '{"tessera_rank":0}', '{"tessera_rank":1}' from ${all}`,
    `insert into api.erased_member (subject_hash) select md5('erased ' || n) from generate_series(1, ${Math.ceil(members / 40)}) as n`,
    `insert into api.spent_bot_token (hash, expires_at) select md5('token ' || n), now() + interval '5 minutes' from generate_series(1, ${Math.ceil(members / 20)}) as n`,
    // Everybody is signed in: in a browser, and by the grant that its tokens hang on.
    `insert into identity.session (id, sub, device, network, began_at, last_used_at)
       select md5('session ' || n), ${SUBJECT('n')}, 'Firefox on Windows', '198.51.100.0/24', now() - interval '1 day', now() - n % 600 * interval '1 minute' from ${all}`,
    `insert into identity.session_grant (grant_id, session_id) select 'grant ' || n, md5('session ' || n) from ${all}`,
    `insert into identity.oidc_record (model, id_hash, payload, account_id, grant_id, uid, expires_at)
       select model, ${hashed("lower(model) || ' ' || n")}, '{"kind":"seeded"}', ${SUBJECT('n')}::text, case when model <> 'Session' then 'grant ' || n end,
         case when model = 'Session' then md5('session ' || n) end, now() + interval '20 days' from ${all}, unnest(array['Session', 'Grant', 'RefreshToken']) as model`,
    `insert into identity.security_event (at, sub, kind, actor, network, device)
       select now() - n * interval '1 minute', ${SUBJECT('n')}, kind, 'owner', '198.51.100.0/24', 'Firefox on Windows' from ${all}, unnest(array['invited', 'signed-in', 'signed-in']) as kind`,
    // What was sent in a month, and a mail to many that is under way.
    `insert into platform.outbox (id, created_at, attempts, sent_at) select gen_random_uuid(), now() - n * interval '1 second', 1, now() - n * interval '1 second' from ${all}`,
    `insert into platform.outbox (id, mail, is_bulk, created_at) select gen_random_uuid(), jsonb_build_object('to', 'bulk.' || n || '@example.com', 'subject', 'News', 'text', 'All of it'),
       true, now() - interval '1 minute' from generate_series(1, ${Math.ceil(members / 10)}) as n`,
    `insert into platform.answers (scope, key, request_sha256, answer, created_at) select 'POST /contact', md5('key ' || n), md5('request ' || n), '{"status":200,"body":{}}', now() - n * interval '1 second' from ${all}`,
    `insert into platform.rate_limits (key, points, expire) select 'api-form:' || md5('network ' || n), 3, (extract(epoch from now()) * 1000)::bigint + 3600000 from generate_series(1, ${Math.ceil(members / 4)}) as n`,
  ];
};

/**
 * Fills a database whose tables are new, as a superuser: whether rows refer to each other is not checked meanwhile. What the planner knows of the
 * tables is true afterwards, as in a database that has run for a while.
 */
export async function seedProgramme(database: Database, size: Size): Promise<void> {
  await seedDevelopmentData(database);
  await database.rawTransaction(async (client) => {
    await client.query('set local session_replication_role = replica');
    for (const statement of statements(size)) await client.query(statement);
  });
  await database.query('vacuum analyze');
}
