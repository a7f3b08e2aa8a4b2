/** What is begun and not ended once nobody asks anything any more. */
import type { Database } from '@site/platform/database';

/** Each gives what is left over, in words. */
const LEFT_OVER = [
  `select 'a mail waits in the outbox after ' || attempts || ' attempts, the last of which said ' || coalesce(last_error, 'nothing')
     from platform.outbox where sent_at is null and given_up_at is null`,
  `select 'a mail was given up: ' || coalesce(last_error, 'without a reason') from platform.outbox where given_up_at is not null`,
  `select 'the answer to ' || split_part(scope, ' ', 1) || ' ' || split_part(scope, ' ', 2) || ' is reserved, and was never given'
     from platform.answers where answer is null`,
  `select 'the sign-up ' || id || ' waits for its account after ' || attempts || ' attempts' from api.signup where outcome is null`,
  `select 'the publication of ' || name || '@' || version || ' is not ended' from registry.publications`,
  `select 'the collection of ' || name || ' is not ended' from registry.collections`,
  `select 'the plan ' || id || ' is leased until ' || leased_until from registry.plans where leased_until > now()`,
  `select 'the webhook ' || name || ' is leased until ' || leased_until from registry.webhooks where leased_until > now()`,
  `select 'revision ' || number || ' has none before it' from registry.revisions r
     where number > 1 and not exists (select from registry.revisions b where b.environment = r.environment and b.number = r.number - 1)`,
  `select usename || ' holds an advisory lock' from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and usename is not null and pid <> pg_backend_pid()`,
  `select usename || ' has left a transaction open' from pg_stat_activity where state like 'idle in transaction%'`,
];

export async function leftovers(database: Database): Promise<string[]> {
  const found: string[] = [];
  for (const query of LEFT_OVER) {
    const { rows } = await database.query<{ what: string }>(`select * from (${query}) as found (what)`);
    found.push(...rows.map(({ what }) => what));
  }
  return found;
}
