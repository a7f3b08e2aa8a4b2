-- How many documents edges served with which releases, and in how many of them the part failed. Kept for 30 days.
create table registry.health_minutes (
  environment text not null references registry.environments (name),
  -- Its begin.
  minute timestamptz not null,
  part text not null,
  release_id text not null,
  -- Of the candidate that the release was; else empty.
  cohort text not null default '',
  documents int not null default 0,
  failures int not null default 0,
  primary key (environment, minute, part, release_id, cohort)
);
create index health_minutes_of_releases on registry.health_minutes (part, release_id, minute);

-- Batches of counts that edges have sent, kept for longer than an edge tries to send one again.
create table registry.health_batches (
  environment text not null references registry.environments (name),
  id uuid not null,
  at timestamptz not null default now(),
  primary key (environment, id)
);
create index health_batches_by_age on registry.health_batches (at);

-- Documents in which a part has failed, so that each is counted once. Kept for as long as a report about a document is believed.
create table registry.failed_documents (
  environment text not null references registry.environments (name),
  -- Random id that the page gave itself.
  document text not null,
  part text not null,
  at timestamptz not null default now(),
  primary key (environment, document, part)
);
create index failed_documents_by_age on registry.failed_documents (at);
