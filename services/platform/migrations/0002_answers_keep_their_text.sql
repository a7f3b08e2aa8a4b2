-- `jsonb` sorts keys: a repeated answer would differ from the first one in its bytes.
alter table platform.answers alter column answer type json using answer::json;
