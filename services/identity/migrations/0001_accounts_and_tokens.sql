-- People. `username` is opaque; people sign in by their e-mail address, kept in lower case.
create table identity.account (
  sub uuid primary key,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  full_name text not null,
  phone text not null,
  status text not null check (status in ('FORCE_CHANGE_PASSWORD', 'CONFIRMED')),
  enabled boolean not null default true,
  groups text[] not null default '{}',
  password_hash text,
  -- Set while the password is a temporary one.
  password_expires_at timestamptz,
  -- Sealed. `totp_enabled` turns true once the person has shown a valid code.
  totp_secret text,
  totp_enabled boolean not null default false,
  totp_last_step bigint not null default 0,
  recovery_code_hashes text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The same person at another provider.
create table identity.federated_identity (
  provider text not null,
  subject text not null,
  sub uuid not null references identity.account (sub) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index federated_identity_sub on identity.federated_identity (sub);

-- At most one open code per account with which to choose a new password.
create table identity.reset_code (
  sub uuid primary key references identity.account (sub) on delete cascade,
  code_hash text not null,
  expires_at timestamptz not null,
  attempts_left integer not null
);

-- Consecutive failures, by the hash of what was tried: an address, or an account's second factor.
create table identity.failed_attempts (
  key text primary key,
  failures integer not null,
  locked_until timestamptz not null,
  updated_at timestamptz not null
);

-- How far a sign-in has come, by the id of its interaction.
create table identity.sign_in (
  uid text primary key,
  step text not null check (step in ('new-password', 'second-factor', 'reset', 'finish')),
  sub uuid references identity.account (sub) on delete cascade,
  email text,
  methods text[] not null default '{}',
  expires_at timestamptz not null
);
create index sign_in_expires_at on identity.sign_in (expires_at);

-- Sign-ins that are away at another provider, by their state.
create table identity.federated_flow (
  state text primary key,
  uid text not null,
  provider text not null,
  nonce text,
  code_verifier text,
  expires_at timestamptz not null
);
create index federated_flow_expires_at on identity.federated_flow (expires_at);

-- What the OpenID provider remembers: sessions, interactions, grants, codes, refresh tokens. Ids are hashed, so that reading the table
-- gives nobody a session or a token.
create table identity.oidc_record (
  model text not null,
  id_hash text not null,
  payload jsonb not null,
  account_id text,
  grant_id text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (model, id_hash)
);
create index oidc_record_account_id on identity.oidc_record (account_id);
create index oidc_record_grant_id on identity.oidc_record (grant_id);
create index oidc_record_uid on identity.oidc_record (uid);
create index oidc_record_expires_at on identity.oidc_record (expires_at);

-- Keys that sign tokens. The private part is sealed.
create table identity.signing_key (
  kid text primary key,
  sealed_jwk text not null,
  created_at timestamptz not null,
  signs_from timestamptz not null
);

-- The secret from which keys are derived where the configuration gives none (development only).
create table identity.local_secret (
  only_row boolean primary key default true check (only_row),
  secret text not null
);
