-- What every list and search needs where there are 200,000 members.

-- An address, its words and those of a name: the desk looks for them by their beginnings, and splits what it looks for at the same signs.
create function api.member_words(email text, full_name text) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array_remove(lower(email) || regexp_split_to_array(lower(email || ' ' || left(full_name, 400)), '[ .,:;@+_()/''"-]+'), ''))
$$;
create index member_search on api.member using gin (api.member_words(email, full_name));

-- By rank in one direction, so that a page begins where the one before ended.
create index member_by_rank on api.member ((-tessera_rank), email);
drop index api.member_rank;
-- Few have a subscription, or had one.
create index member_subscribed on api.member (email) where subscription_until is not null;
create index member_subscribed_by_rank on api.member ((-tessera_rank), email) where subscription_until is not null;
create index member_by_group on api.member (peer_group_code, email);
drop index api.member_peer_group;
create index member_by_group_and_rank on api.member (peer_group_code, (-tessera_rank), email);
create index member_recipient on api.member (peer_group_code, subject) where notify_opt_in;
create index member_erasure on api.member (deletion_due_at, subject) where deletion_due_at is not null;
drop index api.member_deletion_due;

-- When the person of a sign-up was here first. Of people whom an earlier release welcomed it is not known.
alter table api.signup add column arrived_at timestamptz;
update api.signup set arrived_at = member.joined_at from api.member where member.subject = signup.subject and signup.outcome = 'created';
create index signup_without_person on api.signup (id) where outcome is null or (outcome = 'created' and arrived_at is null);

-- A mail to a peer group, until it is queued for all of its members.
create table api.group_mail (
  id integer generated always as identity primary key,
  code text not null references api.peer_group,
  subject text not null,
  text text not null,
  created_at timestamptz not null default now(),
  -- The member for whom it was queued last, in the order of subjects.
  queued_until text not null default ''
);
