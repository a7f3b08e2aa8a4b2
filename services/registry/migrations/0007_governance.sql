-- Rules of an environment, as the release model defines them; what is missing in them has its default. The version counts their changes.
alter table registry.environments add column rules jsonb not null default '{}';
alter table registry.environments add column rules_version int not null default 0;

-- Names of those who approved a revision beside its author.
alter table registry.revisions add column approved_by text[] not null default '{}';

-- Commands that wait for approval.
create table registry.proposals (
  id bigint generated always as identity primary key,
  environment text not null references registry.environments (name) on delete cascade,
  command jsonb not null,
  reason text not null,
  -- Names of what it changes or names: parts, `params`, `policy`, or `*` for all.
  touches text[] not null,
  -- What it would change, for people to read.
  changes jsonb not null,
  -- The revision that it was decided on, 0 for none.
  from_revision int not null,
  -- Expiry is not a state: it follows from the time.
  state text not null default 'open' check (state in ('open', 'carried-out', 'rejected', 'withdrawn', 'stale')),
  author_token uuid not null,
  -- As `approvals.principal`.
  author text not null,
  proposed_by text not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  closed_by text,
  closed_at timestamptz,
  closed_reason text,
  -- The revision that it became.
  revision int
);
create index proposals_open on registry.proposals (expires_at) where state = 'open';

create table registry.approvals (
  proposal bigint not null references registry.proposals (id) on delete cascade,
  -- Account of the approver, or the name of a token that nobody in particular holds: nobody approves twice.
  principal text not null,
  by text not null,
  at timestamptz not null,
  reason text,
  primary key (proposal, principal)
);
