/** Releases that were live a while ago, of which browsers still have files. */
import type { Db } from '@site/platform/database';
import { MOST_REPLACED, type Replaced } from '@site/release-model/prospects';
import { liveIds, type Target } from '@site/release-model/target';
import { desc, notInArray, sql } from 'drizzle-orm';
import { releases, revisions } from '../tables';

const REPLACED_DAYS = 30;
/** Most revisions that are looked at: edges ask for this again and again. */
const REVISIONS = 200;

/**
 * What was stable or a candidate in the last 30 days and is neither now: in the revisions since then, 200 at most, and in the one before them.
 * The latest first.
 */
export async function findReplaced(db: Db, live: { target: Target; number: number }): Promise<Replaced[]> {
  const { environment } = live.target;
  const limit = sql`now() - make_interval(days => ${REPLACED_DAYS})`;
  const named = sql`select named.value as id, max(revision.number) as last
    from ${revisions} revision,
      lateral (select value from jsonb_each_text(revision.stable) union all select value from jsonb_each_text(revision.candidates)) named
    where revision.environment = ${environment} and revision.number > ${live.number - REVISIONS}
      and revision.number >= coalesce((select max(before.number) from ${revisions} before
        where before.environment = ${environment} and before.created_at < ${limit}), 0)
    group by named.value`;
  const { name, version, id } = releases;
  return db
    .select({ name, version, id })
    .from(releases)
    .innerJoin(sql`(${named}) as was`, sql`was.id = ${id}`)
    .where(notInArray(id, [...liveIds(live.target.parts)]))
    .orderBy(desc(sql`was.last`), name, version)
    .limit(MOST_REPLACED);
}
