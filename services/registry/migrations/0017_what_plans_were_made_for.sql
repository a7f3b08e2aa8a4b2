-- What visitors got of the parts of a plan when it was made, by ids. Null for plans of before, which others do not overtake until they begin.
alter table registry.plans add column live_before jsonb;
