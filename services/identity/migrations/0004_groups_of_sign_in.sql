-- The groups of an account while it is enabled and the sign-in has not ended; null otherwise. This alone is what the registry may ask: its user of
-- the database reads no table of this schema.
create function identity.groups_of_sign_in(account_sub uuid, grant_id_hash text) returns text[]
  language sql stable security definer set search_path = pg_catalog
  as $$
    select a.groups from identity.account a
    where a.sub = account_sub and a.enabled and exists (
      select 1 from identity.oidc_record r where r.model = 'Grant' and r.id_hash = grant_id_hash and r.expires_at > now()
    )
  $$;
revoke all on function identity.groups_of_sign_in(uuid, text) from public;
