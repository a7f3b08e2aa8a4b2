-- A release can be yanked, restored and yanked again: of its events the last one decides.
drop index registry.release_events_once;
create index release_events_of_release on registry.release_events (release_id, id);
alter table registry.release_events drop constraint release_events_kind_check;
alter table registry.release_events add constraint release_events_kind_check check (kind in ('yanked', 'restored'));
