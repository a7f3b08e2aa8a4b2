-- Addresses of others that are told what happens, by the scheme of Standard Webhooks.
create table registry.webhooks (
  name text primary key,
  url text not null,
  -- Environments that it is about, or '*' for all.
  environments text[] not null,
  -- Kinds of events, groups of them as 'plan.*', or '*' for all.
  events text[] not null,
  -- In clear, because a signature needs it.
  secret text not null,
  -- The one before, with which messages are signed beside it for a while.
  previous_secret text,
  previous_secret_until timestamptz,
  created_by text not null,
  created_at timestamptz not null default now(),
  last_delivered_at timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  -- Until then a worker delivers one of its messages.
  leased_until timestamptz,
  constraint webhooks_rotation_whole check ((previous_secret is null) = (previous_secret_until is null)),
  constraint webhooks_disabled_whole check ((disabled_at is null) = (disabled_reason is null))
);

-- What a webhook is to be told: written in the transaction of what it tells.
create table registry.webhook_messages (
  number bigint generated always as identity primary key,
  -- The header `webhook-id`: the same at each attempt.
  id text not null unique,
  webhook text not null references registry.webhooks (name) on delete cascade,
  kind text not null,
  -- The body, byte for byte as it is signed.
  payload text not null,
  created_at timestamptz not null default now(),
  -- Of the present round of attempts: a redelivery begins another.
  attempts int not null default 0,
  -- Null once it was delivered or given up.
  next_attempt_at timestamptz default now(),
  delivered_at timestamptz
);
create index webhook_messages_due on registry.webhook_messages (webhook, next_attempt_at) where next_attempt_at is not null;
create index webhook_messages_of_webhook on registry.webhook_messages (webhook, number desc);
create index webhook_messages_by_age on registry.webhook_messages (created_at);

create table registry.webhook_attempts (
  id bigint generated always as identity primary key,
  message bigint not null references registry.webhook_messages (number) on delete cascade,
  at timestamptz not null,
  duration_ms int not null,
  -- Of the answer; null if there was none.
  status int,
  -- Its beginning.
  answer text,
  -- Why there was none, as a code.
  error text
);
create index webhook_attempts_of_message on registry.webhook_attempts (message, id);
