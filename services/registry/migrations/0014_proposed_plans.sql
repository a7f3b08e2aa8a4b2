-- A proposal may be of a plan, which then leads to its command: steps, guard, time of the first step. Null for a command alone.
alter table registry.proposals add column plan jsonb;
-- The plan that it became.
alter table registry.proposals add column plan_id int;

-- Names of those who approved a plan beside its maker: its steps are carried out with their approvals.
alter table registry.plans add column approved_by text[] not null default '{}';
