-- Names of pictures that no member shows and the store may have: they are being stored, or another has taken their place. Whoever dies in between
-- leaves them here, and housekeeping removes them.
create table api.unshown_photo (
  key text primary key,
  since timestamptz not null default now()
);
