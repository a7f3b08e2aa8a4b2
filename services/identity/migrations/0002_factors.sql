-- A sign-in may have to set up a second factor.
alter table identity.sign_in drop constraint sign_in_step_check;
alter table identity.sign_in add constraint sign_in_step_check
  check (step in ('new-password', 'second-factor', 'enrolment', 'reset', 'finish'));

-- Passkeys (WebAuthn). `id` and `public_key` are base64url; `counter` is the last that the authenticator told, 0 where it does not count.
create table identity.passkey (
  id text primary key,
  sub uuid not null references identity.account (sub) on delete cascade,
  name text not null,
  public_key text not null,
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_sub on identity.passkey (sub);

-- The one challenge that a page's ceremony is to answer, by what it is bound to.
create table identity.passkey_challenge (
  binding text primary key,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenge_expires_at on identity.passkey_challenge (expires_at);
