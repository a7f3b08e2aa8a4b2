alter table registry.tokens rename column remotes to parts;

-- Names of environments, or '*' for all. Tokens of before cover all.
alter table registry.tokens add column environments text[] not null default '{*}';
alter table registry.tokens alter column environments drop default;

-- Name of the token, or of the program, that made it. Those with a holder came from the operator's command.
alter table registry.tokens add column created_by text;
update registry.tokens set created_by = case when subject is null then 'registry' else 'operator' end;
alter table registry.tokens alter column created_by set not null;

-- Noted once a day, at best effort.
alter table registry.tokens add column last_used_on date;

create index tokens_name on registry.tokens (name) where revoked_at is null;
