-- What visitors got of each release, and how many of those documents failed in their browsers, by minute.
create table registry.health_minutes (
  environment text not null references registry.environments (name),
  minute timestamptz not null,
  part text not null,
  release_id text not null,
  -- Empty outside of cohorts.
  cohort text not null default '',
  documents int not null default 0,
  failures int not null default 0,
  primary key (environment, minute, part, release_id, cohort)
);
