-- The files of a release that nobody needs can be removed from the store, and come back when the same bytes are published again.
alter table registry.release_events drop constraint release_events_kind_check;
alter table registry.release_events add constraint release_events_kind_check
  check (kind in ('yanked', 'restored', 'collected', 'republished'));

-- Parts of which files are being removed at this moment: nothing is published under their names meanwhile.
create table registry.collections (
  name text primary key,
  expires_at timestamptz not null
);
