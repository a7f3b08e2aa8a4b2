/** Documents and failures by minute. */
import type { Db } from '@site/platform/database';
import type { CountsBatch, DocumentCount } from '@site/release-model/document-counts';
import { MINUTE_MS } from '@site/release-model/wall-clock';
import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import { deleteOld } from '../delete-old';
import { failedDocuments, healthBatches, healthMinutes, releases, revisions } from '../tables';
import type { Failure } from './failures';

/** How long minutes are kept. */
export const MINUTES_DAYS = 30;
const BATCHES_DAYS = 1;
/** As long as a seal is believed. */
const DOCUMENTS_DAYS = 3;

const { environment, minute, part, releaseId, cohort, documents, failures } = healthMinutes;

export interface Health {
  documents: number;
  failures: number;
}

export interface HealthQuery {
  environment: string;
  part: string;
  releaseIds: readonly string[];
  /** The minute that it lies in counts as a whole: what is live for less than a minute is seen, too. */
  since: Date;
}

/** Documents and failures of releases of a part, by id, zeros included. */
export async function sumHealth(db: Db, wanted: HealthQuery): Promise<Map<string, Health>> {
  const sums = new Map<string, Health>(wanted.releaseIds.map((id) => [id, { documents: 0, failures: 0 }]));
  if (sums.size === 0) return sums;
  const rows = await db
    .select({ releaseId, documents: sumOf(documents), failures: sumOf(failures) })
    .from(healthMinutes)
    .where(ofReleases(wanted))
    .groupBy(releaseId);
  for (const row of rows) sums.set(row.releaseId, { documents: row.documents, failures: row.failures });
  return sums;
}

function ofReleases({ since, releaseIds, ...wanted }: HealthQuery) {
  const from = new Date(Math.floor(since.getTime() / MINUTE_MS) * MINUTE_MS);
  return and(eq(environment, wanted.environment), eq(part, wanted.part), inArray(releaseId, [...releaseIds]), gte(minute, from));
}

/** The steps of time by which counts are added up. */
export type Step = 'minute' | 'hour';

/** Up to so many hours are told by the minute. */
const HOURS_BY_MINUTE = 6;

export const stepOf = (hours: number): Step => (hours <= HOURS_BY_MINUTE ? 'minute' : 'hour');

/** The step in which a row lies. */
export const timeOf = (step: Step) => sql`date_trunc(${sql.raw(`'${step}'`)}, ${minute}, 'UTC')`.mapWith(minute);

/** The same by time, oldest first: only times with documents or failures. */
export function listHealthByTime(db: Db, wanted: HealthQuery, step: Step) {
  const at = timeOf(step);
  return db
    .select({ at, id: releaseId, documents: sumOf(documents), failures: sumOf(failures) })
    .from(healthMinutes)
    .where(ofReleases(wanted))
    .groupBy(at, releaseId)
    .orderBy(at);
}

export const sumOf = (column: typeof documents | typeof failures) => sql<number>`sum(${column})::float8`;

/** Of every release that was in a document, or failed in one, since a time; by part, then oldest release first. */
export const listHealth = (db: Db, name: string, since: Date) =>
  db
    .select({ part, id: releaseId, version: releases.version, documents: sumOf(documents), failures: sumOf(failures) })
    .from(healthMinutes)
    .innerJoin(releases, eq(releases.id, releaseId))
    .where(and(eq(environment, name), gte(minute, since)))
    .groupBy(part, releaseId, releases.version, releases.publishedAt)
    .orderBy(part, releases.publishedAt, releaseId);

/**
 * Adds a batch of counts, once. What is of a later minute than the database is in counts in that one, or whatever asks since when something is live
 * would find it there already.
 * @returns How many minutes the newest of them lies after the one that the database is in, or, below zero, before; null if it was added before.
 */
export async function addBatch(tx: Db, name: string, { id, counts }: CountsBatch): Promise<number | null> {
  const [added] = await tx
    .insert(healthBatches)
    .values({ environment: name, id })
    .onConflictDoNothing()
    .returning({ at: healthBatches.at });
  if (!added) return null;
  const present = new Date(Math.floor(added.at.getTime() / MINUTE_MS) * MINUTE_MS).toISOString();
  const past = counts.map((count) => (count.minute > present ? { ...count, minute: present } : count));
  await tx
    .insert(healthMinutes)
    .values(summed(past).map((count) => rowOf(name, count)))
    .onConflictDoUpdate({
      target: [environment, minute, part, releaseId, cohort],
      set: { documents: sql`${documents} + excluded.documents` },
    });
  await deleteOld(tx, healthMinutes, minute, MINUTES_DAYS);
  await deleteOld(tx, healthBatches, healthBatches.at, BATCHES_DAYS);
  return (Math.max(...counts.map((count) => Date.parse(count.minute))) - Date.parse(present)) / MINUTE_MS;
}

const rowOf = (name: string, count: DocumentCount): typeof healthMinutes.$inferInsert => ({
  environment: name,
  minute: new Date(count.minute),
  part: count.part,
  releaseId: count.release,
  cohort: count.cohort,
  documents: count.documents,
  failures: 0,
});

/** One of each row, and always in the same order: two edges that add to the same rows wait for each other, and never both. */
function summed(counts: readonly DocumentCount[]): DocumentCount[] {
  const sums = new Map<string, DocumentCount>();
  for (const count of counts) {
    const key = [count.minute, count.part, count.release, count.cohort].join(' ');
    sums.set(key, { ...count, documents: count.documents + (sums.get(key)?.documents ?? 0) });
  }
  return [...sums.keys()].sort().flatMap((key) => sums.get(key) ?? []);
}

/** @returns false if the part has failed in this document before. */
export async function noteFailedDocument(db: Db, { environment: name, document, part: failed }: Failure): Promise<boolean> {
  const added = await db
    .insert(failedDocuments)
    .values({ environment: name, document, part: failed })
    .onConflictDoNothing()
    .returning({ part: failedDocuments.part });
  await deleteOld(db, failedDocuments, failedDocuments.at, DOCUMENTS_DAYS);
  return added.length > 0;
}

/**
 * The last whole minute in which documents were made of a revision, or else the one in which it became live; the present one while it is live. A
 * page may stay open for long: what fails in it is no failure of what came later.
 */
const lastMinuteOf = ({ environment: name, revision }: Failure) => sql`date_trunc('minute', coalesce((
  select greatest(own.created_at, next.created_at - interval '1 minute')
  from ${revisions} own join ${revisions} next on next.environment = own.environment and next.number = own.number + 1
  where own.environment = ${name} and own.number = ${revision}), now()), 'UTC')`;

/** One failure more, in the minute to which its document counts at the latest. */
export const addFailure = async (db: Db, failure: Failure): Promise<void> =>
  void (await db
    .insert(healthMinutes)
    .values({
      environment: failure.environment,
      minute: lastMinuteOf(failure),
      part: failure.part,
      releaseId: failure.releaseId,
      cohort: failure.cohort,
      documents: 0,
      failures: 1,
    })
    .onConflictDoUpdate({
      target: [environment, minute, part, releaseId, cohort],
      set: { failures: sql`${failures} + 1` },
    }));
