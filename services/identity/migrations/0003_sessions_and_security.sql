-- Sign-ins of browsers and programs, for their owner to see and to end. `id` is that of the OpenID provider's session, or stands for the
-- grant of a program, which keeps no session.
create table identity.session (
  id text primary key,
  sub uuid not null references identity.account (sub) on delete cascade,
  -- Browser and system in words, such as `Firefox on Windows`.
  device text not null,
  -- The network from which it began, without the part that names the machine: /24 or /64.
  network text not null,
  began_at timestamptz not null,
  last_used_at timestamptz not null default now()
);
create index session_sub on identity.session (sub);

-- What the tokens of a sign-in hang on.
create table identity.session_grant (
  grant_id text primary key,
  session_id text not null references identity.session (id) on delete cascade
);
create index session_grant_session_id on identity.session_grant (session_id);

-- What happened to an account, or in its name. Never a secret, never an address that somebody typed.
create table identity.security_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Whose account; null for an attempt at an address that has none.
  sub uuid references identity.account (sub) on delete cascade,
  kind text not null,
  -- Who did it: the owner, or the operator and the desk for them.
  actor text not null,
  network text,
  device text,
  -- What changed, in one or two words, such as the name of a group.
  detail text
);
create index security_event_sub on identity.security_event (sub, id desc);
create index security_event_at on identity.security_event (at);

-- A new e-mail address that waits for the code that was mailed to it.
create table identity.email_change (
  sub uuid primary key references identity.account (sub) on delete cascade,
  email text not null check (email = lower(email)),
  code_hash text not null,
  expires_at timestamptz not null,
  attempts_left integer not null
);
