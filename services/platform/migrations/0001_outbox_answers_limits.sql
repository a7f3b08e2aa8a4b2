create table platform.outbox (
  id uuid primary key,
  -- Given by the sender so that the same mail is not queued twice.
  key text unique,
  -- Null once the mail is sent: it is personal data.
  mail jsonb,
  created_at timestamptz not null default now(),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  leased_until timestamptz,
  sent_at timestamptz,
  given_up_at timestamptz,
  last_error text
);
create index outbox_due on platform.outbox (next_attempt_at) where sent_at is null and given_up_at is null;

create table platform.answers (
  scope text not null,
  key text not null,
  request_sha256 text not null,
  -- Null only inside the transaction that makes it.
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index answers_age on platform.answers (created_at);

-- The shape that the library rate-limiter-flexible expects.
create table platform.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
