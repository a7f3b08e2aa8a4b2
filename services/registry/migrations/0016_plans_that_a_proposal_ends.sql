-- Plans that a proposal would end, as it was when it was proposed; of one that was carried out, those that it ended.
alter table registry.proposals add column ends_plans jsonb not null default '[]';
