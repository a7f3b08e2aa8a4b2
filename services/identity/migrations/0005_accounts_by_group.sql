-- Few accounts are in a group, of however many there are.
create index account_groups on identity.account using gin (groups);
create index session_last_used_at on identity.session (last_used_at);
create index failed_attempts_updated_at on identity.failed_attempts (updated_at);
