create table registry.remotes (
  name text primary key,
  team text not null,
  created_at timestamptz not null default now()
);

create table registry.releases (
  name text not null references registry.remotes (name),
  version text not null,
  digest text not null,
  -- Bytes of all files, uncompressed.
  size bigint not null,
  descriptor jsonb not null,
  published_by text not null,
  published_at timestamptz not null default now(),
  primary key (name, version)
);
create index releases_newest on registry.releases (name, published_at desc);

-- Files that are addressed without a version: a name belongs to one content for ever.
create table registry.hashed_files (
  name text not null,
  path text not null,
  integrity text not null,
  primary key (name, path)
);

-- Who is storing the files of a version at this moment.
create table registry.publications (
  name text not null,
  version text not null,
  digest text not null,
  expires_at timestamptz not null,
  primary key (name, version)
);

create table registry.revisions (
  environment text not null,
  number int not null check (number > 0),
  kind text not null check (kind in ('promotion', 'rollback')),
  copies int,
  entries jsonb not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  reason text,
  primary key (environment, number)
);

create table registry.tokens (
  id uuid primary key,
  name text not null,
  sha256 text not null unique,
  verbs text[] not null,
  -- Names of remotes, or '*' for all.
  remotes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz
);

create table registry.audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  environment text,
  -- What it was about: name@version.
  subject text,
  from_revision int,
  to_revision int,
  reason text,
  details jsonb
);

create table registry.beacon_counts (
  name text not null,
  version text not null,
  kind text not null,
  hour timestamptz not null,
  count int not null default 0,
  -- Sum of the values of web vitals.
  total double precision not null default 0,
  primary key (name, version, kind, hour)
);

create table registry.beacon_messages (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  name text not null,
  version text not null,
  kind text not null,
  revision int not null,
  route text,
  message text
);

create function registry.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name;
end $$;
create trigger releases_are_immutable before update or delete on registry.releases for each row execute function registry.refuse_change();
create trigger revisions_are_immutable before update or delete on registry.revisions for each row execute function registry.refuse_change();
create trigger audit_is_append_only before update or delete on registry.audit for each row execute function registry.refuse_change();
