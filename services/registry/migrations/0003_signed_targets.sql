-- Releases get an identity that covers their descriptors, and revisions signed targets. Neither can be computed here: `adoption/` of the
-- source makes them of the rows below when the registry starts, and drops these tables.
alter table registry.releases rename to old_releases;
alter table registry.old_releases rename constraint releases_pkey to old_releases_pkey;
drop index registry.releases_newest;
alter table registry.revisions rename to old_revisions;
alter table registry.old_revisions rename constraint revisions_pkey to old_revisions_pkey;

create table registry.releases (
  name text not null references registry.remotes (name),
  version text not null,
  -- Hash of the descriptor: what a target names.
  id text not null unique,
  -- Hash of the descriptor without its version: the same for releases of the same sources.
  content_digest text not null,
  -- Bytes of all files, uncompressed.
  size bigint not null,
  descriptor jsonb not null,
  published_by text not null,
  published_at timestamptz not null default now(),
  primary key (name, version)
);
create index releases_newest on registry.releases (name, published_at desc);

-- What was decided about a release after it was published.
create table registry.release_events (
  id bigint generated always as identity primary key,
  release_id text not null references registry.releases (id),
  kind text not null check (kind in ('yanked')),
  at timestamptz not null default now(),
  actor text not null,
  reason text
);
create unique index release_events_once on registry.release_events (release_id, kind);

drop table registry.publications;
-- Who is storing the files of a version at this moment.
create table registry.publications (
  name text not null,
  version text not null,
  release_id text not null,
  expires_at timestamptz not null,
  primary key (name, version)
);

-- Locked while a command is carried out in the environment, so that commands are one after the other.
create table registry.environments (
  name text primary key,
  -- Set while only rollbacks and switching off are allowed.
  locked_by text,
  locked_at timestamptz,
  lock_reason text
);

create table registry.revisions (
  environment text not null references registry.environments (name),
  number int not null check (number > 0),
  epoch int not null check (epoch > 0),
  cause text not null,
  -- For a rollback, the number of the revision whose parts it has.
  restores int,
  -- Whether what a promotion replaced was bad.
  fixes boolean not null,
  -- Hash of the target.
  hash text not null,
  -- The signed target, byte for byte as it was signed.
  envelope json not null,
  -- Against the revision before, for people to read.
  changes jsonb not null,
  -- Ids of the releases by name, as in the target.
  stable jsonb not null,
  candidates jsonb not null,
  created_by text not null,
  created_at timestamptz not null,
  reason text,
  primary key (environment, number)
);

-- The edges that report what they serve.
create table registry.edges (
  environment text not null references registry.environments (name),
  id text not null,
  epoch int not null,
  number int not null,
  hash text not null,
  pages jsonb not null,
  defects jsonb not null,
  seen_at timestamptz not null,
  primary key (environment, id)
);

create trigger releases_are_immutable before update or delete on registry.releases for each row execute function registry.refuse_change();
create trigger release_events_are_append_only before update or delete on registry.release_events for each row execute function registry.refuse_change();
create trigger revisions_are_immutable before update or delete on registry.revisions for each row execute function registry.refuse_change();
