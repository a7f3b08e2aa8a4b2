-- Releases that were opened in a browser beside what was live, before they are live themselves.
create table registry.rehearsals (
  id bigint generated always as identity primary key,
  environment text not null references registry.environments (name) on delete cascade,
  -- Releases by the names of their parts.
  releases jsonb not null,
  -- Hashes of their ids, and of those of the stable releases of all other parts then.
  releases_key text not null,
  beside_key text not null,
  -- The revision that was live.
  revision int not null,
  verdict text not null check (verdict in ('passed', 'failed', 'not-run')),
  -- What the browser found, as the release model defines it. The pictures are in the store.
  report jsonb not null,
  created_by text not null,
  created_at timestamptz not null
);
create index rehearsals_of_releases on registry.rehearsals (environment, releases_key, id);

-- The newest rehearsal of the releases of a revision when it was made: its id, its verdict, and whether it was outdated.
alter table registry.revisions add column rehearsal jsonb;

-- Where the paths of a part may begin; null for anywhere.
alter table registry.remotes add column prefixes text[];
