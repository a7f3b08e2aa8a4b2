-- People who sign in at the identity provider, by the subject of their account. A row is made when they first may do something, or when the
-- operator gives them a handle.
create table registry.people (
  subject text primary key,
  -- The name that stands beside what they do. Null until they have chosen one.
  handle text,
  -- Groups of their newest access token, and when that was issued.
  groups text[] not null default '{}',
  seen_at timestamptz,
  -- Access tokens of before are worth nothing.
  signed_out_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index people_handle on registry.people (lower(handle));

-- Who holds a token already keeps the name that the history knows.
insert into registry.people (subject, handle)
  select distinct on (subject) subject, name from registry.tokens where subject is not null order by subject, revoked_at desc nulls first, created_at desc
  on conflict do nothing;

create table registry.teams (
  name text primary key,
  created_by text not null,
  created_at timestamptz not null default now()
);

create table registry.team_members (
  team text not null references registry.teams (name),
  subject text not null references registry.people (subject),
  added_by text not null,
  added_at timestamptz not null default now(),
  primary key (team, subject)
);
create index team_members_subject on registry.team_members (subject);

create table registry.grants (
  id uuid primary key default gen_random_uuid(),
  -- To a group of the identity provider or a team, by name, or to a person, by the subject of the account.
  holder_kind text not null check (holder_kind in ('group', 'team', 'person')),
  holder text not null,
  role text not null check (role in ('publisher', 'releaser', 'approver', 'admin', 'viewer')),
  -- Names, or '*' for all.
  parts text[] not null,
  environments text[] not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz
);
create index grants_holder on registry.grants (holder_kind, holder) where revoked_at is null;

-- A new installation begins with these. In one that has tokens already, operators have said who may do what, and grant it themselves.
with begun as (
  insert into registry.grants (holder_kind, holder, role, parts, environments, created_by)
    select 'group', 'release-manager', role, '{*}', '{*}', 'registry' from unnest(array['releaser', 'approver']) role
    where not exists (select from registry.tokens)
    returning id, holder, role
)
insert into registry.audit (actor, action, subject, details)
  select 'registry', 'grant', 'group ' || holder, jsonb_build_object('grant', id, 'role', role, 'parts', '{*}'::text[], 'environments', '{*}'::text[])
  from begun;

-- What a person makes without a token goes on in the name of their account.
alter table registry.plans alter column token_id drop not null;
alter table registry.plans add column account text;
alter table registry.plans add constraint plans_made_by check ((token_id is null) <> (account is null));
alter table registry.proposals alter column author_token drop not null;
alter table registry.proposals add column author_account text;
alter table registry.proposals add constraint proposals_made_by check ((author_token is null) <> (author_account is null));
