-- Links to previews and replays that were made, and whether they were revoked. The links themselves are not kept.
create table registry.previews (
  -- Of the signed preview.
  id uuid primary key,
  number bigint generated always as identity,
  environment text not null references registry.environments (name) on delete cascade,
  kind text not null check (kind in ('preview', 'replay')),
  -- What it shows, in words, and the parts that it names.
  subject text not null,
  parts text[] not null,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  reason text,
  revoked_by text,
  revoked_at timestamptz,
  revoked_reason text
);
create index previews_by_expiry on registry.previews (environment, expires_at);

-- Those of before that are valid still are on record in the audit, so they can be revoked as well. Of their parts only the names of releases are known.
insert into registry.previews (id, environment, kind, subject, parts, created_by, created_at, expires_at)
select (details ->> 'id')::uuid, environment, action, subject,
  case action when 'preview' then array(select split_part(word, '@', 1) from unnest(string_to_array(subject, ' ')) word where word like '%@%') else '{}' end,
  actor, at, (details ->> 'expiresAt')::timestamptz
from registry.audit a
where action in ('preview', 'replay') and (details ->> 'expiresAt')::timestamptz > now()
  and exists (select from registry.environments e where e.name = a.environment)
order by a.id;
