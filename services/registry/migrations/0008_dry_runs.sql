-- The last dry run of each environment that would change what visitors get: what edges prepare for first.
create table registry.dry_runs (
  environment text primary key,
  -- Releases by the names of their parts.
  prospect jsonb not null,
  at timestamptz not null default now()
);
