-- The lock, by its end, of which a refusal stands in the security log.
alter table identity.failed_attempts add column logged_lock timestamptz;
