-- At most one open code per account with which its owner goes on to set up the first second factor. Apart from `reset_code`, which anybody who
-- knows an address can have replaced and guess at.
create table identity.enrolment_code (
  sub uuid primary key references identity.account (sub) on delete cascade,
  code_hash text not null,
  expires_at timestamptz not null,
  attempts_left integer not null
);
