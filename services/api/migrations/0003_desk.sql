-- Counts what the desk writes, so that of two who edit the same thing the second is told. What members write themselves does not count.
alter table api.member add column version integer not null default 1;
alter table api.player_demo add column version integer not null default 1;
alter table api.contact_message add column version integer not null default 1;
alter table api.peer_group add column version integer not null default 1;
alter table api.demo_kind add column version integer not null default 1;
alter table api.public_demo add column version integer not null default 1;
alter table api.playbook add column version integer not null default 1;
alter table api.project add column version integer not null default 1;

-- Who of the staff works on a message. An account is known here by the subject of its tokens, whether it is a member or not.
alter table api.contact_message add column assigned_to text;

create table api.message_answer (
  id integer generated always as identity primary key,
  message_id integer not null references api.contact_message on delete cascade,
  text text not null,
  actor text not null,
  sent_at timestamptz not null default now()
);
create index message_answer_message on api.message_answer (message_id);

-- Every write of the desk, with what it changed. Erasure takes away what is about the erased member.
create table api.desk_event (
  id integer generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  act text not null,
  target text,
  -- Subject of the member whom it is about.
  member text,
  before jsonb,
  after jsonb
);
create index desk_event_member on api.desk_event (member);
create index desk_event_actor on api.desk_event (actor, id);
create index desk_event_act on api.desk_event (act, id);
create index desk_event_target on api.desk_event (target, id);

create index member_rank on api.member (tessera_rank desc, email);
create index contact_message_status on api.contact_message (status, id);
