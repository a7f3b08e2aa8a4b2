-- The groups of an account while it is enabled; null otherwise. The registry asks it of whoever holds a token of their own or has made a plan,
-- who need not be signed in.
create function identity.groups_of_account(account_sub uuid) returns text[]
  language sql stable security definer set search_path = pg_catalog
  as $$ select a.groups from identity.account a where a.sub = account_sub and a.enabled $$;
revoke all on function identity.groups_of_account(uuid) from public;
