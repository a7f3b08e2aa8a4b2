-- The next mail is found at once, however many wait behind it.
create index outbox_next on platform.outbox (is_bulk, next_attempt_at, created_at) where sent_at is null and given_up_at is null;
drop index platform.outbox_due;
create index outbox_oldest on platform.outbox (created_at) where sent_at is null and given_up_at is null;
create index outbox_recipient on platform.outbox ((mail->>'to')) where sent_at is null;
create index outbox_settled on platform.outbox ((coalesce(sent_at, given_up_at)));
create index rate_limits_expire on platform.rate_limits (expire);
