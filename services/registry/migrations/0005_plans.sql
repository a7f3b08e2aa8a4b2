-- Releases that become live step by step, by time or when a person continues.
create table registry.plans (
  id int generated always as identity primary key,
  environment text not null references registry.environments (name),
  -- References by part, as in a target.
  releases jsonb not null,
  steps jsonb not null,
  guard jsonb,
  starts_at timestamptz not null,
  reason text,
  -- Who made it, and with which token: the plan may do what that token allows.
  created_by text not null,
  token_id uuid not null references registry.tokens (id),
  created_at timestamptz not null,
  state text not null check (state in ('scheduled', 'running', 'waiting', 'paused', 'done', 'aborted')),
  -- How many steps were carried out.
  step int not null,
  started_at timestamptz,
  -- When the next step is due; null if that depends on a person.
  due_at timestamptz,
  -- Of a paused plan, the milliseconds to its next step.
  left_ms bigint,
  note text,
  ended_by text check (ended_by in ('guard', 'person', 'overtaken')),
  ended_at timestamptz,
  -- Rises with every change of the state, so that of two who saw the same one only one changes it.
  version int not null default 0,
  -- When a worker looks at it next. Null once it has ended.
  look_at timestamptz,
  -- Until then a worker looks at it.
  leased_until timestamptz
);
create index plans_to_look_at on registry.plans (look_at) where look_at is not null;

-- The plan, and the number of its step, that a revision belongs to.
alter table registry.revisions add column plan_id int references registry.plans (id);
alter table registry.revisions add column plan_step int;
alter table registry.revisions add constraint revisions_plan_whole check ((plan_id is null) = (plan_step is null));
