-- Counts are kept for 31 days.
create index beacon_counts_by_age on registry.beacon_counts (hour);
