-- Who holds a token: the subject of an account. Null for tokens that belong to nobody, such as the first ones of an installation.
alter table registry.tokens add column subject text;
create index tokens_subject on registry.tokens (subject) where revoked_at is null;
