-- After this it is not sent any more: what it says holds no longer.
alter table platform.outbox add column expires_at timestamptz;
-- One of many: those that somebody waits for go first.
alter table platform.outbox add column is_bulk boolean not null default false;
-- Given up mails kept what they said until now.
update platform.outbox set mail = null where given_up_at is not null;
