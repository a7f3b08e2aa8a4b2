/** How releases spread among documents, and which of them nobody needs any more. */
import type { Db } from '@site/platform/database';
import { and, asc, desc, eq, gt, gte, lt, type SQL, sql } from 'drizzle-orm';
import { daysAgo } from '../delete-old';
import { healthMinutes, releaseEvents, releases, revisions } from '../tables';
import { MINUTES_DAYS, type Step, sumOf, timeOf } from './health.repository';

const { environment, minute, part, releaseId, documents } = healthMinutes;

/** Documents by time, part and release, in this order. */
export function listAdoption(db: Db, name: string, { step, since, only }: { step: Step; since: Date; only?: string | undefined }) {
  const at = timeOf(step);
  return db
    .select({ at, part, id: releaseId, version: releases.version, documents: sumOf(documents) })
    .from(healthMinutes)
    .innerJoin(releases, eq(releases.id, releaseId))
    .where(and(eq(environment, name), gte(minute, since), gt(documents, 0), only === undefined ? undefined : eq(part, only)))
    .groupBy(at, part, releaseId, releases.version, releases.publishedAt)
    .orderBy(at, part, releases.publishedAt);
}

/** The revision with which a release became the stable one of its part, the last time. */
export async function findPromotion(db: Db, name: string, promoted: string, id: string): Promise<{ number: number; at: Date } | null> {
  const { number, createdAt, stable } = revisions;
  const here = eq(revisions.environment, name);
  const [other] = await db
    .select({ number })
    .from(revisions)
    .where(and(here, sql`${stable} ->> ${promoted} is distinct from ${id}`))
    .orderBy(desc(number))
    .limit(1);
  const [first] = await db
    .select({ number, at: createdAt })
    .from(revisions)
    .where(and(here, gt(number, other?.number ?? 0)))
    .orderBy(asc(number))
    .limit(1);
  return first ?? null;
}

/** The first minute since a time in which a release was in so large a share of the documents of its part. */
export async function findReached(
  db: Db,
  name: string,
  wanted: { part: string; id: string; since: Date; share: number },
): Promise<Date | null> {
  const all = sql`sum(${documents})`;
  const [reached] = await db
    .select({ minute })
    .from(healthMinutes)
    .where(and(eq(environment, name), eq(part, wanted.part), gte(minute, wanted.since)))
    .groupBy(minute)
    .having(
      sql`${all} > 0 and coalesce(sum(${documents}) filter (where ${releaseId} = ${wanted.id}), 0) >= ${wanted.share}::float8 * ${all}`,
    )
    .orderBy(asc(minute))
    .limit(1);
  return reached?.minute ?? null;
}

/**
 * Releases that were published, the last time too, more than 30 days ago and were since then in no document and neither stable nor a candidate, in any environment;
 * by part, oldest first. What a live target names as a fallback is among them, and what is not kept any more.
 */
export function listUnused(db: Db, only: string | undefined) {
  const limit = daysAgo(MINUTES_DAYS);
  return listUnserved(db, only, limit, sql`${releases.id} not in (${liveSince(limit)})`);
}

/** Releases that were published, the last time too, before a time and were since then in no document; by part, oldest first. */
export function listUnserved(db: Db, only: string | undefined, limit: SQL, more?: SQL) {
  const served = sql`select 1 from ${healthMinutes} where ${part} = ${releases.name} and ${releaseId} = ${releases.id}
    and ${documents} > 0 and ${minute} >= ${limit}`;
  const republished = sql`select 1 from ${releaseEvents} where ${releaseEvents.releaseId} = ${releases.id}
    and ${releaseEvents.kind} = 'republished' and ${releaseEvents.at} >= ${limit}`;
  return db
    .select({ name: releases.name, version: releases.version, id: releases.id })
    .from(releases)
    .where(
      and(
        lt(releases.publishedAt, limit),
        sql`not exists (${served})`,
        sql`not exists (${republished})`,
        more,
        only === undefined ? undefined : eq(releases.name, only),
      ),
    )
    .orderBy(releases.name, releases.publishedAt, releases.version);
}

/** Ids of what was stable or a candidate since a time: in the revisions since then, and in the one before them. */
const liveSince = (limit: SQL): SQL => sql`
  select named.value from ${revisions} revision,
    lateral (select value from jsonb_each_text(revision.stable) union all select value from jsonb_each_text(revision.candidates)) named
  where revision.created_at >= ${limit} or revision.number =
    (select max(before.number) from ${revisions} before where before.environment = revision.environment and before.created_at < ${limit})`;
